package dev.bailiwick.client;

/// Where a server listens: `host:port`, an IPv6 address in brackets.
record ServerAddress(String host, int port) {
    static ServerAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        var host = colon < 0 ? "" : text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (host.contains(":")) {
            throw malformed(text);
        }
        try {
            int port = colon < 0 ? 0 : Integer.parseInt(text.substring(colon + 1));
            if (host.isBlank() || port < 1 || port > 65_535) {
                throw malformed(text);
            }
            return new ServerAddress(host, port);
        } catch (NumberFormatException e) {
            throw malformed(text);
        }
    }

    private static IllegalArgumentException malformed(String text) {
        return new IllegalArgumentException(
                "a server is written host:port, such as localhost:4821 or [::1]:4821, not '" + text + "'");
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
