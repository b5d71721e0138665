#!/bin/bash
# Starts Postfix and Dovecot on 127.0.0.1: mail-up.sh FOLDER SMTP SUBMISSION IMAP IMAPS ACCOUNT…
# Every account is at club.test with the password `secret`; name+tag@club.test lands in name.
set -eu
D=$1; SMTP=$2; SUB=$3; IMAP=$4; IMAPS=$5; shift 5
U=$(id -u nobody); G=$(id -g nobody)
mkdir -p "$D"/{mail,pf,queue,data,dovecot,pki}; chmod 755 "$D"; chown "$U:$G" "$D/mail"; chown postfix "$D/data"
# a CA and a leaf: rustls refuses a self-signed CA used as the server's own certificate (CaUsedAsEndEntity)
cd "$D/pki"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj "/CN=test CA" \
  -addext "basicConstraints=critical,CA:TRUE" -keyout ca.key -out ca.pem 2>/dev/null
openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=localhost -keyout key.pem -out leaf.csr 2>/dev/null
printf 'subjectAltName=DNS:localhost,DNS:mx.club.test,IP:127.0.0.1\nbasicConstraints=CA:FALSE\nextendedKeyUsage=serverAuth\n' > ext
openssl x509 -req -in leaf.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile ext -out cert.pem 2>/dev/null
chmod 600 key.pem
cat > "$D/dovecot.conf" <<C
base_dir = $D/dovecot/run
state_dir = $D/dovecot/state
log_path = $D/dovecot.log
protocols = imap
listen = 127.0.0.1
ssl = yes
ssl_cert = <$D/pki/cert.pem
ssl_key = <$D/pki/key.pem
disable_plaintext_auth = no
auth_mechanisms = plain login
# wrong passwords are part of the tests: no delay for them
auth_failure_delay = 0
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
mail_location = maildir:$D/mail/%n
first_valid_uid = 1
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=$U gid=$G home=$D/mail/%n
}
namespace inbox {
  inbox = yes
}
service imap-login {
  inet_listener imap {
    port = $IMAP
  }
  inet_listener imaps {
    port = $IMAPS
    ssl = yes
  }
}
service auth {
  unix_listener $D/sasl {
    mode = 0666
  }
}
C
cat > "$D/pf/main.cf" <<C
compatibility_level = 3.6
queue_directory = $D/queue
data_directory = $D/data
maillog_file = $D/postfix.log
maillog_file_prefixes = $D
myhostname = mx.club.test
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
default_transport = error:no relay in tests
relay_transport = error:no relay in tests
virtual_mailbox_domains = club.test
virtual_mailbox_base = $D/mail
virtual_mailbox_maps = texthash:$D/pf/vmap
virtual_minimum_uid = 1
virtual_uid_maps = static:$U
virtual_gid_maps = static:$G
recipient_delimiter = +
smtpd_sasl_type = dovecot
smtpd_sasl_path = $D/sasl
smtpd_tls_cert_file = $D/pki/cert.pem
smtpd_tls_key_file = $D/pki/key.pem
smtpd_relay_restrictions = permit_sasl_authenticated, reject_unauth_destination
C
for u in "$@"; do echo "$u@club.test $u/"; done > "$D/pf/vmap"    # the final / means Maildir
cat > "$D/pf/master.cf" <<C
127.0.0.1:$SMTP inet n - n - - smtpd
127.0.0.1:$SUB  inet n - n - - smtpd
  -o smtpd_tls_security_level=encrypt
  -o smtpd_sasl_auth_enable=yes
  -o smtpd_client_restrictions=permit_sasl_authenticated,reject
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
proxymap unix - - n - - proxymap
postlog unix-dgram n - n - 1 postlogd
C
dovecot -F -c "$D/dovecot.conf" >"$D/dovecot.out" 2>&1 </dev/null &
echo $! > "$D/dovecot.pid"
postfix -c "$D/pf" start >"$D/postfix.out" 2>&1
for p in $SMTP $SUB $IMAP $IMAPS; do
  ok=0; for i in $(seq 100); do (exec 3<>/dev/tcp/127.0.0.1/$p) 2>/dev/null && { ok=1; break; }; sleep 0.1; done
  [ $ok = 1 ] || { echo "port $p did not open"; cat "$D"/*.log "$D"/*.out; exit 1; }
done
