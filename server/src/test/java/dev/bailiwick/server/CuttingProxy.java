package dev.bailiwick.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// Stands between a client and a server and cuts connections in the middle of what they say. Can pass on requests and drop the answers,
/// so that what was sent is done and nobody hears of it.
final class CuttingProxy implements AutoCloseable {
    private final ServerSocket listening;
    private final int serverPort;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicLong cutAfterBytes = new AtomicLong(Long.MAX_VALUE);
    private volatile boolean droppingAnswers;

    CuttingProxy(int serverPort) {
        this.serverPort = serverPort;
        try {
            listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return listening.getLocalPort();
    }

    /// How many connections there have been.
    int connections() {
        return connections.get();
    }

    /// Cuts all connections now.
    void cut() {
        sockets.forEach(CuttingProxy::close);
    }

    /// Cuts the connection that brings the sum of answered bytes to this, once.
    void cutAfter(long bytes) {
        cutAfterBytes.set(bytes);
    }

    void dropAnswers(boolean drop) {
        droppingAnswers = drop;
    }

    private void accept() {
        try {
            while (true) {
                var client = listening.accept();
                connections.incrementAndGet();
                var server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
                sockets.add(client);
                sockets.add(server);
                Thread.ofVirtual().start(() -> pass(client, server, false));
                Thread.ofVirtual().start(() -> pass(server, client, true));
            }
        } catch (IOException e) {
            cut(); // closed
        }
    }

    private void pass(Socket from, Socket to, boolean answers) {
        var buffer = new byte[8_192];
        try (from; to) {
            var in = from.getInputStream();
            var out = to.getOutputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                if (answers && droppingAnswers) {
                    continue;
                }
                if (answers && cutAfterBytes.addAndGet(-count) <= 0) {
                    cutAfterBytes.set(Long.MAX_VALUE);
                    out.write(buffer, 0, count / 2);
                    return;
                }
                out.write(buffer, 0, count);
                out.flush();
            }
        } catch (IOException e) {
            // the other side is gone, or was cut off
        } finally {
            sockets.remove(from);
            sockets.remove(to);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.setSoLinger(true, 0);
        } catch (SocketException e) {
            return; // somebody else closed it
        }
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        cut();
    }
}
