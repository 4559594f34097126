package dev.bailiwick.cli;

import dev.bailiwick.server.ApiKey;
import dev.bailiwick.server.Right;
import java.util.List;
import java.util.UUID;

/// A key as JSON or as a row; never with its secret.
final class KeyForm {
    private static final String ALL_ORGS = "all orgs";

    private KeyForm() {
    }

    static JsonWriter json(ApiKey key) {
        var json = new JsonWriter().put("id", key.id()).put("name", key.name());
        key.org().ifPresent(org -> json.put("org", org.toString()));
        json.put("rights", Right.format(key.rights())).put("created", key.created().toString());
        key.expires().ifPresent(expires -> json.put("expires", expires.toString()));
        return json;
    }

    /// Id, name, org, rights, created, expires.
    static List<String> row(ApiKey key) {
        return List.of(key.id(), key.name(), key.org().map(UUID::toString).orElse(ALL_ORGS), Right.format(key.rights()),
                key.created().toString(), key.expires().map(Object::toString).orElse("never"));
    }
}
