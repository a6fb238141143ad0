"""Makes an Active Directory domain in the folders that a Samba configuration names: provision.py CONF HOST ADDRESS PASSWORD < LDIF

`samba-tool domain provision` also sets access lists on the share of group policies, which a container may not do.
"""
import logging
import sys

from samba.auth import system_session
from samba.dsdb import DS_DOMAIN_FUNCTION_2008_R2
from samba.param import LoadParm
from samba.provision import provision

conf, host, address, password = sys.argv[1:]
lp = LoadParm()
lp.load(conf)
made = provision(
    logging.getLogger("provision"),
    system_session(),
    smbconf=conf,
    lp=lp,
    realm=lp.get("realm"),
    domain=lp.get("workgroup"),
    hostname=host,
    hostip=address,
    adminpass=password,
    serverrole="dc",
    dns_backend="NONE",
    dom_for_fun_level=DS_DOMAIN_FUNCTION_2008_R2,
    skip_sysvolacl=True,
    batch_mode=True,
)
samdb = made.samdb
samdb.transaction_start()
# Passwords of tests are short words.
samdb.set_pwdProperties("0")
samdb.set_minPwdLength("0")
samdb.set_minPwdAge("0")
samdb.add_ldif(sys.stdin.read())
samdb.transaction_commit()
