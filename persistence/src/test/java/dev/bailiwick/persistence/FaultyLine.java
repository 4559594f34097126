package dev.bailiwick.persistence;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.regex.Pattern;

/// A line to a database that can be cut, mended and silenced. While it is cut new connections end at once; while it is silent they are taken and
/// nothing passes. It keeps its port all the time: one that is given up may be another's when it is wanted back.
final class FaultyLine implements AutoCloseable {
    private static final Pattern PORT = Pattern.compile("//localhost:(\\d+)/");

    private final int target;
    private final ServerSocket server;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    /// Has a permit unless the line is silent.
    private final Semaphore passing = new Semaphore(1);
    private volatile boolean isCut;

    private FaultyLine(int target, ServerSocket server) {
        this.target = target;
        this.server = server;
    }

    static FaultyLine to(int target) throws IOException {
        var line = new FaultyLine(target, new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
        line.accept();
        return line;
    }

    /// One that leads to the server of a database.
    static FaultyLine to(DataSourceConfig database) throws IOException {
        return to(portOf(database));
    }

    private static int portOf(DataSourceConfig database) {
        var port = PORT.matcher(database.jdbcUrl());
        if (!port.find()) {
            throw new IllegalArgumentException(database.jdbcUrl());
        }
        return Integer.parseInt(port.group(1));
    }

    /// The same database over this line, with less patience than the default.
    DataSourceConfig over(DataSourceConfig database) {
        return DataSourceConfig.of(database.jdbcUrl().replace("//localhost:" + target + "/",
                "//127.0.0.1:" + port() + "/")).withLogin(database.username(), database.password())
                .withConnectionTimeoutMs(8_000).withMaximumPoolSize(4);
    }

    int port() {
        return server.getLocalPort();
    }

    void cut() throws IOException {
        isCut = true;
        endAll();
    }

    void mend() {
        isCut = false;
    }

    private void endAll() throws IOException {
        for (var socket : sockets) {
            socket.close();
        }
    }

    void silence() {
        passing.acquireUninterruptibly();
    }

    void speak() {
        passing.release();
    }

    private void accept() {
        Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    connect(server.accept());
                }
            } catch (IOException e) {
                // closed
            }
        });
    }

    private void connect(Socket near) throws IOException {
        sockets.add(near);
        var far = new Socket(InetAddress.getLoopbackAddress(), target);
        sockets.add(far);
        if (isCut) { // whoever cut it may have missed them
            endAll();
            return;
        }
        Thread.ofVirtual().start(() -> pass(near, far));
        Thread.ofVirtual().start(() -> pass(far, near));
    }

    private void pass(Socket from, Socket to) {
        try (from; to; InputStream in = from.getInputStream(); OutputStream out = to.getOutputStream()) {
            var buffer = new byte[8_192];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                passing.acquireUninterruptibly();
                passing.release();
                out.write(buffer, 0, read);
                out.flush();
            }
        } catch (IOException e) {
            // one of the two has ended, so the other does
        }
    }

    @Override
    public void close() {
        try {
            server.close();
            cut();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
