package dev.bailiwick.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/// Many connections to a server that want nothing, in a process of their own: neither their files nor their memory are the server's.
final class IdleCrowd implements AutoCloseable {
    /// What its connections say.
    enum Manner {
        /// That they speak HTTP/2, and nothing more.
        POLITE,
        /// Nothing, or some bytes of a handshake.
        TACITURN
    }

    private static final String ALL_THERE = "all are there";
    private static final String ALL_CLOSED = "all were closed";
    /// A record that announces 512 bytes of a client's hello, and the first of them.
    private static final byte[] HELLO_FRAGMENT = {22, 3, 1, 2, 0, 1, 0, 1, -4, 3, 3};

    private final Process process;
    private final BufferedReader says;

    private IdleCrowd(Process process) {
        this.process = process;
        this.says = process.inputReader();
    }

    static IdleCrowd sentTo(BailiwickServer server, int size, Manner manner) throws IOException {
        return new IdleCrowd(ServerProcess.java(IdleCrowd.class,
                List.of(Integer.toString(server.port()), Integer.toString(size), manner.name())));
    }

    /// Until then, does this again and again.
    void whileItComes(Runnable meanwhile) throws IOException {
        while (!says.ready() && process.isAlive()) {
            meanwhile.run();
        }
        expect(ALL_THERE);
    }

    /// Waits until the server has closed every one of them.
    void awaitSentAway() throws IOException {
        expect(ALL_CLOSED);
    }

    private void expect(String line) throws IOException {
        var said = says.readLine();
        if (!line.equals(said)) {
            throw new AssertionError("it said " + said + " instead of " + line + ": "
                    + process.errorReader().readAllAsString());
        }
    }

    /// All of them leave.
    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }

    /// The process.
    ///
    /// @param arguments the port, how many, and their manner
    public static void main(String[] arguments) throws IOException {
        var server = new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
        int size = Integer.parseInt(arguments[1]);
        var manner = Manner.valueOf(arguments[2]);
        var channels = new ArrayList<SocketChannel>(size);
        for (int i = 0; i < size; i++) {
            channels.add(SocketChannel.open(server));
            say(channels.getLast(), manner, i);
        }
        System.out.println(ALL_THERE);
        for (var channel : channels) {
            awaitClosed(channel);
        }
        System.out.println(ALL_CLOSED);
        System.in.read(); // to the end of its days
    }

    private static void say(SocketChannel channel, Manner manner, int number) throws IOException {
        switch (manner) {
            case POLITE -> {
                write(channel, ClientSpeech.PREFACE);
                write(channel, ClientSpeech.SETTINGS);
            }
            case TACITURN -> {
                switch (number % 4) {
                    case 0 -> write(channel, new byte[0]);
                    case 1 -> write(channel, new byte[]{ClientSpeech.PREFACE[0]});
                    case 2 -> write(channel, ClientSpeech.PREFACE);
                    default -> write(channel, HELLO_FRAGMENT);
                }
            }
        }
    }

    private static void write(SocketChannel channel, byte[] bytes) throws IOException {
        try {
            channel.write(ByteBuffer.wrap(bytes));
        } catch (IOException e) {
            checkHungUp(e);
        }
    }

    private static void awaitClosed(SocketChannel channel) throws IOException {
        var buffer = ByteBuffer.allocate(1_024);
        try {
            while (channel.read(buffer.clear()) >= 0) { // what a server says first
            }
        } catch (IOException e) {
            checkHungUp(e);
        }
    }

    private static void checkHungUp(IOException e) throws IOException {
        if (!String.valueOf(e.getMessage()).matches("(?i).*(reset|broken pipe).*")) {
            throw e;
        }
    }
}
