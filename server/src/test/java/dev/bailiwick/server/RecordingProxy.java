package dev.bailiwick.server;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/// Stands between one client and a server, and keeps what the client says.
final class RecordingProxy implements AutoCloseable {
    private final ServerSocket listening;
    private final int serverPort;
    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    RecordingProxy(int serverPort) throws IOException {
        this.serverPort = serverPort;
        this.listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::passOn);
    }

    int port() {
        return listening.getLocalPort();
    }

    byte[] said() {
        return said.toByteArray();
    }

    private void passOn() {
        try (var client = listening.accept();
                var server = new Socket(InetAddress.getLoopbackAddress(), serverPort)) {
            var answering = Thread.ofVirtual().start(() -> pass(server, client, OutputStream.nullOutputStream()));
            pass(client, server, said);
            server.shutdownOutput();
            answering.join();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void pass(Socket from, Socket to, OutputStream copy) {
        var buffer = new byte[8_192];
        try {
            var in = from.getInputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                copy.write(buffer, 0, count);
                to.getOutputStream().write(buffer, 0, count);
            }
        } catch (IOException e) {
            // one of them is gone, and nothing is left to pass on
        }
    }

    @Override
    public void close() {
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
