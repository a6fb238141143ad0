/** The distribution of Keycloak, which is a Maven artifact. */
export const KEYCLOAK_VERSION = "26.7.3";

export const KEYCLOAK_INSTALL = `mvn -q -B dependency:copy -Dartifact=org.keycloak:keycloak-quarkus-dist:${KEYCLOAK_VERSION}:zip -DoutputDirectory=.
jar xf keycloak-quarkus-dist-${KEYCLOAK_VERSION}.zip
sh keycloak-${KEYCLOAK_VERSION}/bin/kc.sh build --db=dev-file`;
