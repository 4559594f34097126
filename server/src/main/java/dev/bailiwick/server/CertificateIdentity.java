package dev.bailiwick.server;

import dev.bailiwick.placement.Ids;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import javax.security.auth.x500.X500Principal;

/// Who a client certificate stands for. That the certificate is genuine was checked before, against the authorities that the server
/// trusts.
///
///     subject:CN=billing,O=Acme => billing, acme, read+append
///     dns:billing.acme.example  => billing, acme, read+append
///     uri:spiffe://acme/ops     => operations, *, all
///
/// @param kind which name of the certificate is compared
/// @param value with what; a subject in the form of RFC 2253
record CertificateIdentity(Kind kind, String value, String name, Optional<UUID> org, Set<Right> rights) {
    private static final String FORM = "a certificate identity is written 'subject:CN=… => name, org, rights', or with dns:, uri: or "
            + "email: for an alternative name; the org is * for all";

    /// Numbers of RFC 5280 for alternative names; a subject has none.
    enum Kind {
        SUBJECT(-1), EMAIL(1), DNS(2), URI(6);

        private final int alternativeName;

        Kind(int alternativeName) {
            this.alternativeName = alternativeName;
        }
    }

    /// @throws IllegalArgumentException if this is not the form of an identity
    static CertificateIdentity parse(String text) {
        int arrow = text.lastIndexOf("=>");
        int colon = text.indexOf(':');
        if (arrow < 0 || colon < 0 || colon > arrow) {
            throw new IllegalArgumentException(FORM + ", not '" + text + "'");
        }
        var parts = text.substring(arrow + 2).split(",", -1);
        if (parts.length != 3) {
            throw new IllegalArgumentException(FORM + ", not '" + text + "'");
        }
        var kind = kind(text.substring(0, colon).strip(), text);
        var value = text.substring(colon + 1, arrow).strip();
        var name = parts[0].strip();
        ApiKeyRequest.checkName(name);
        return new CertificateIdentity(kind, kind == Kind.SUBJECT ? canonical(value) : value, name,
                org(parts[1].strip()), Right.parse(parts[2]));
    }

    boolean matches(X509Certificate certificate) {
        if (kind == Kind.SUBJECT) {
            return certificate.getSubjectX500Principal().getName(X500Principal.CANONICAL).equals(value);
        }
        return alternativeNames(certificate).stream()
                .anyMatch(name -> name.get(0).equals(kind.alternativeName) && isSame(String.valueOf(name.get(1))));
    }

    Caller caller(X509Certificate certificate) {
        return new Caller(name, org, rights,
                new Caller.Proof.Certificate(certificate.getNotAfter().toInstant()));
    }

    /// Hosts are the same in upper and lower case; the rest is compared as it is.
    private boolean isSame(String other) {
        return kind == Kind.DNS ? other.equalsIgnoreCase(value) : other.equals(value);
    }

    private static List<List<?>> alternativeNames(X509Certificate certificate) {
        try {
            var names = certificate.getSubjectAlternativeNames();
            return names == null ? List.of() : List.copyOf(names);
        } catch (CertificateParsingException e) {
            return List.of();
        }
    }

    private static Kind kind(String name, String text) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "subject" -> Kind.SUBJECT;
            case "dns" -> Kind.DNS;
            case "uri" -> Kind.URI;
            case "email" -> Kind.EMAIL;
            default -> throw new IllegalArgumentException(FORM + ", not '" + text + "'");
        };
    }

    private static String canonical(String subject) {
        return new X500Principal(subject).getName(X500Principal.CANONICAL);
    }

    private static Optional<UUID> org(String text) {
        return text.equals("*") ? Optional.empty() : Optional.of(Ids.parse(text));
    }
}
