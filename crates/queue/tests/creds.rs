//! A server that lets in only those whose credentials its operator has signed.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use croupier_queue::{Access, Make, Organiser, QueueError};
use croupier_trial::nats::NatsServer;
use nkeys::KeyPair;
use serde_json::{Value, json};

/// A token of NATS: what `signer` says of `subject`. The form is that of NATS decentralised JWT, version 2.
fn token(signer: &KeyPair, subject: &KeyPair, name: &str, nats: &Value) -> String {
    let coded = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let head = coded(&json!({"typ": "JWT", "alg": "ed25519-nkey"}));
    let (subject, issuer) = (subject.public_key(), signer.public_key());
    let claims =
        json!({"jti": name, "iat": 1_700_000_000, "iss": issuer, "name": name, "sub": subject, "nats": nats});
    let signed = format!("{head}.{}", coded(&claims));
    let signature = signer.sign(signed.as_bytes()).unwrap();
    format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature))
}

/// A file of credentials, as `nsc generate creds` writes it.
fn creds(path: &Path, token: &str, user: &KeyPair) {
    let seed = user.seed().unwrap();
    let text = format!(
        "-----BEGIN NATS USER JWT-----\n{token}\n------END NATS USER JWT------\n\n\
         -----BEGIN USER NKEY SEED-----\n{seed}\n------END USER NKEY SEED------\n"
    );
    fs::write(path, text).unwrap();
}

#[test]
fn credentials_that_the_operator_has_signed_open_the_queue() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let (operator, system, account) =
        (KeyPair::new_operator(), KeyPair::new_account(), KeyPair::new_account());
    let (user, stranger) = (KeyPair::new_user(), KeyPair::new_user());
    let all = json!({"subs": -1, "conn": -1, "leaf": -1, "imports": -1, "exports": -1, "data": -1, "payload": -1,
        "wildcards": true, "mem_storage": -1, "disk_storage": -1, "streams": -1, "consumer": -1});
    let of_account = json!({"type": "account", "version": 2, "limits": all});
    let of_user = json!({"type": "user", "version": 2, "subs": -1, "data": -1, "payload": -1});
    let of_operator = json!({"type": "operator", "version": 2, "system_account": system.public_key()});
    let config = format!(
        "operator: {}\nsystem_account: {system}\nresolver: MEMORY\nresolver_preload: {{ {system}: {}\n {}: {} }}\n",
        token(&operator, &operator, "operator", &of_operator),
        token(
            &operator,
            &system,
            "system",
            &json!({"type": "account", "version": 2, "limits": {"subs": -1, "conn": -1, "leaf": -1, "imports": -1, "exports": -1, "data": -1, "payload": -1, "wildcards": true}})
        ),
        account.public_key(),
        token(&operator, &account, "league", &of_account),
        system = system.public_key(),
    );
    fs::write(at("server.conf"), config).unwrap();
    creds(&at("user.creds"), &token(&account, &user, "worker", &of_user), &user);
    // Signed by itself: the server does not know it.
    creds(&at("stranger.creds"), &token(&stranger, &stranger, "stranger", &of_user), &stranger);
    let conf = at("server.conf").display().to_string();
    let Some(server) = NatsServer::start_with(&["--jetstream", "-c", &conf]) else { return };
    let open = |creds: Option<&str>| {
        let address = server.address().parse().unwrap();
        let access = Access { creds: creds.map(at), ..Access::plain(address) };
        let make = Make::new("test".into(), "test".into());
        Organiser::open(&access, &make, "run1", "night", Duration::from_secs(2))
    };
    open(Some("user.creds")).unwrap();
    for refused in [None, Some("stranger.creds")] {
        let error = open(refused).unwrap_err();
        assert!(matches!(error, QueueError::Refused { .. }), "{refused:?}: {error}");
    }
}
