/** Metadata of identity providers as AD FS, Okta, Entra ID, Keycloak and Shibboleth write it: their forms, with our keys. */

const MD = "urn:oasis:names:tc:SAML:2.0:metadata";
const DS = "http://www.w3.org/2000/09/xmldsig#";
const PROTOCOL = "urn:oasis:names:tc:SAML:2.0:protocol";
const BINDING = "urn:oasis:names:tc:SAML:2.0:bindings:";
const CLAIMS = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims";
const FED = "http://docs.oasis-open.org/wsfed/federation/200706";

type Write = (certificate: string, another: string) => string;
type Facts = { readonly entityId: string; readonly signOn: string };

const keyInfo = (certificate: string) =>
  `<KeyInfo xmlns="${DS}"><X509Data><X509Certificate>${certificate}</X509Certificate></X509Data></KeyInfo>`;

/** A signature on the document itself, roles of WS-Federation, claims, an encryption key first, and a service provider beside. */
const adfs: Write = (certificate, another) =>
  `\ufeff<EntityDescriptor ID="_3f2c" entityID="http://fs.example.com/adfs/services/trust" xmlns="${MD}"><ds:Signature xmlns:ds="${DS}"><ds:SignedInfo/><ds:SignatureValue>AAAA</ds:SignatureValue><KeyInfo xmlns="${DS}"><X509Data><X509Certificate>${another}</X509Certificate></X509Data></KeyInfo></ds:Signature><RoleDescriptor xsi:type="fed:SecurityTokenServiceType" protocolSupportEnumeration="http://docs.oasis-open.org/ws-sx/ws-trust/200512 ${FED}" ServiceDisplayName="Example" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:fed="${FED}"><KeyDescriptor use="signing">${keyInfo(another)}</KeyDescriptor><fed:ClaimTypesOffered><auth:ClaimType Uri="${CLAIMS}/emailaddress" Optional="true" xmlns:auth="http://docs.oasis-open.org/wsfed/authorization/200706"><auth:DisplayName>E-Mail Address</auth:DisplayName></auth:ClaimType></fed:ClaimTypesOffered></RoleDescriptor><SPSSODescriptor WantAssertionsSigned="true" protocolSupportEnumeration="${PROTOCOL}"><KeyDescriptor use="encryption">${keyInfo(another)}</KeyDescriptor><AssertionConsumerService Binding="${BINDING}HTTP-POST" Location="https://fs.example.com/adfs/ls/" index="0" isDefault="true"/></SPSSODescriptor><IDPSSODescriptor protocolSupportEnumeration="${PROTOCOL}"><KeyDescriptor use="encryption">${keyInfo(another)}</KeyDescriptor><KeyDescriptor use="signing">${keyInfo(certificate)}</KeyDescriptor><SingleLogoutService Binding="${BINDING}HTTP-Redirect" Location="https://fs.example.com/adfs/ls/"/><NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</NameIDFormat><SingleSignOnService Binding="${BINDING}HTTP-Redirect" Location="https://fs.example.com/adfs/ls/"/><SingleSignOnService Binding="${BINDING}HTTP-POST" Location="https://fs.example.com/adfs/ls/"/><Attribute Name="${CLAIMS}/upn" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:uri" FriendlyName="UPN" xmlns="urn:oasis:names:tc:SAML:2.0:assertion"/></IDPSSODescriptor><ContactPerson contactType="support"/></EntityDescriptor>`;

/** Prefixes, POST before Redirect, certificates in lines. */
const okta: Write = (certificate) =>
  `<?xml version="1.0" encoding="UTF-8"?><md:EntityDescriptor entityID="http://www.okta.com/exk1example" xmlns:md="${MD}"><md:IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="${PROTOCOL}"><md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="${DS}"><ds:X509Data><ds:X509Certificate>\n${(certificate.match(/.{1,64}/g) ?? []).join("\n")}\n</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified</md:NameIDFormat><md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat><md:SingleSignOnService Binding="${BINDING}HTTP-POST" Location="https://example.okta.com/app/postern/exk1example/sso/saml"/><md:SingleSignOnService Binding="${BINDING}HTTP-Redirect" Location="https://example.okta.com/app/postern/exk1example/sso/saml"/></md:IDPSSODescriptor></md:EntityDescriptor>`;

/** Several keys for signing, an entity ID with a slash at its end, roles of WS-Federation first. */
const entra: Write = (certificate, another) =>
  `<?xml version="1.0" encoding="utf-8"?><EntityDescriptor ID="_a1" entityID="https://sts.windows.net/00000000-0000-0000-0000-000000000000/" xmlns="${MD}"><RoleDescriptor xsi:type="fed:ApplicationServiceType" protocolSupportEnumeration="${FED}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:fed="${FED}"><KeyDescriptor use="signing">${keyInfo(another)}</KeyDescriptor></RoleDescriptor><IDPSSODescriptor protocolSupportEnumeration="${PROTOCOL}"><KeyDescriptor use="signing">${keyInfo(another)}</KeyDescriptor><KeyDescriptor use="signing">${keyInfo(certificate)}</KeyDescriptor><SingleLogoutService Binding="${BINDING}HTTP-Redirect" Location="https://login.microsoftonline.com/00000000-0000-0000-0000-000000000000/saml2"/><SingleSignOnService Binding="${BINDING}HTTP-Redirect" Location="https://login.microsoftonline.com/00000000-0000-0000-0000-000000000000/saml2"/><SingleSignOnService Binding="${BINDING}HTTP-POST" Location="https://login.microsoftonline.com/00000000-0000-0000-0000-000000000000/saml2"/></IDPSSODescriptor></EntityDescriptor>`;

/** Requests are wanted signed, a name for the key, artifact and SOAP bindings. */
const keycloak: Write = (certificate) =>
  `<md:EntityDescriptor xmlns="${MD}" xmlns:md="${MD}" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" xmlns:ds="${DS}" entityID="https://sso.example.com/realms/example"><md:IDPSSODescriptor WantAuthnRequestsSigned="true" protocolSupportEnumeration="${PROTOCOL}"><md:KeyDescriptor use="signing"><ds:KeyInfo><ds:KeyName>k1</ds:KeyName><ds:X509Data><ds:X509Certificate>${certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:ArtifactResolutionService Binding="${BINDING}SOAP" Location="https://sso.example.com/realms/example/protocol/saml/resolve" index="0"/><md:SingleLogoutService Binding="${BINDING}HTTP-POST" Location="https://sso.example.com/realms/example/protocol/saml"/><md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat><md:SingleSignOnService Binding="${BINDING}HTTP-POST" Location="https://sso.example.com/realms/example/protocol/saml"/><md:SingleSignOnService Binding="${BINDING}HTTP-Redirect" Location="https://sso.example.com/realms/example/protocol/saml"/></md:IDPSSODescriptor></md:EntityDescriptor>`;

/** Inside of a federation's document, with scopes, names, keys without a use, and SAML 1.1 beside. */
const shibboleth: Write = (certificate, another) =>
  `<?xml version="1.0" encoding="UTF-8"?>
<EntitiesDescriptor xmlns="${MD}" xmlns:ds="${DS}" xmlns:shibmd="urn:mace:shibboleth:metadata:1.0" xmlns:mdui="urn:oasis:names:tc:SAML:metadata:ui" Name="federation" validUntil="2099-01-01T00:00:00.123456Z">
  <EntityDescriptor entityID="https://idp.example.com/idp/shibboleth">
    <IDPSSODescriptor protocolSupportEnumeration="${PROTOCOL} urn:oasis:names:tc:SAML:1.1:protocol urn:mace:shibboleth:1.0">
      <Extensions><shibmd:Scope regexp="false">example.com</shibmd:Scope><mdui:UIInfo><mdui:DisplayName xml:lang="en">Example</mdui:DisplayName></mdui:UIInfo></Extensions>
      <KeyDescriptor><ds:KeyInfo><ds:X509Data><ds:X509Certificate>
${certificate}
      </ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>
      <KeyDescriptor use="encryption"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${another}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>
      <SingleSignOnService Binding="urn:mace:shibboleth:1.0:profiles:AuthnRequest" Location="https://idp.example.com/idp/profile/Shibboleth/SSO"/>
      <SingleSignOnService Binding="${BINDING}HTTP-POST" Location="https://idp.example.com/idp/profile/SAML2/POST/SSO"/>
      <SingleSignOnService Binding="${BINDING}HTTP-Redirect" Location="https://idp.example.com/idp/profile/SAML2/Redirect/SSO"/>
    </IDPSSODescriptor>
    <AttributeAuthorityDescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:1.1:protocol"><KeyDescriptor><ds:KeyInfo/></KeyDescriptor></AttributeAuthorityDescriptor>
  </EntityDescriptor>
  <EntityDescriptor entityID="https://sp.example.com/"><SPSSODescriptor protocolSupportEnumeration="${PROTOCOL}"/></EntityDescriptor>
</EntitiesDescriptor>`;

export const metadataShapes: readonly (readonly [string, Write, Facts])[] = [
  [
    "AD FS",
    adfs,
    {
      entityId: "http://fs.example.com/adfs/services/trust",
      signOn: "https://fs.example.com/adfs/ls/",
    },
  ],
  [
    "Okta",
    okta,
    {
      entityId: "http://www.okta.com/exk1example",
      signOn: "https://example.okta.com/app/postern/exk1example/sso/saml",
    },
  ],
  [
    "Entra ID",
    entra,
    {
      entityId: "https://sts.windows.net/00000000-0000-0000-0000-000000000000/",
      signOn: "https://login.microsoftonline.com/00000000-0000-0000-0000-000000000000/saml2",
    },
  ],
  [
    "Keycloak",
    keycloak,
    {
      entityId: "https://sso.example.com/realms/example",
      signOn: "https://sso.example.com/realms/example/protocol/saml",
    },
  ],
  [
    "Shibboleth, in a federation",
    shibboleth,
    {
      entityId: "https://idp.example.com/idp/shibboleth",
      signOn: "https://idp.example.com/idp/profile/SAML2/Redirect/SSO",
    },
  ],
];
