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

/// A line to a database that can be cut, mended and silenced. New connections are refused while it is cut; while it is silent they are taken and
/// nothing passes.
final class FaultyLine implements AutoCloseable {
    private final int target;
    private final int port;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    /// Has a permit unless the line is silent.
    private final Semaphore passing = new Semaphore(1);
    private volatile ServerSocket server;

    private FaultyLine(int target, ServerSocket server) {
        this.target = target;
        this.server = server;
        this.port = server.getLocalPort();
    }

    static FaultyLine to(int target) throws IOException {
        var line = new FaultyLine(target, new ServerSocket(0, 50, InetAddress.getLoopbackAddress()));
        line.accept(line.server);
        return line;
    }

    int port() {
        return port;
    }

    void cut() throws IOException {
        server.close();
        for (var socket : sockets) {
            socket.close();
        }
        sockets.clear();
    }

    void mend() throws IOException {
        server = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
        accept(server);
    }

    void silence() {
        passing.acquireUninterruptibly();
    }

    void speak() {
        passing.release();
    }

    private void accept(ServerSocket listening) {
        Thread.ofVirtual().start(() -> {
            while (true) {
                try {
                    var near = listening.accept();
                    var far = new Socket(InetAddress.getLoopbackAddress(), target);
                    sockets.add(near);
                    sockets.add(far);
                    Thread.ofVirtual().start(() -> pass(near, far));
                    Thread.ofVirtual().start(() -> pass(far, near));
                } catch (IOException e) {
                    return; // cut
                }
            }
        });
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
            cut();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
