package dev.bailiwick.server;

import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandler.Sharable;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Connections that were accepted and not admitted: those that have not said yet that they speak the protocol, and those that came when
/// there were enough. Where one too many comes, the one that has been here for longest is closed: whoever means it is gone from here
/// within moments, so a crowd that says nothing does not keep anybody out. Thread-safe.
///
/// Sits in front of everything else at the listening channel. gRPC shows a connection only when its handshake is done.
@Sharable
final class Strangers extends ChannelInboundHandlerAdapter {
    private final int most;
    private final ReentrantLock lock = new ReentrantLock();
    private final SequencedMap<Ends, Channel> waiting = new LinkedHashMap<>(); // under lock

    Strangers(int most) {
        this.most = most;
    }

    /// Which connection: gRPC gives out nothing else that tells them apart.
    private record Ends(SocketAddress local, SocketAddress remote) {
        static @Nullable Ends of(@Nullable SocketAddress local, @Nullable SocketAddress remote) {
            return local == null || remote == null ? null : new Ends(local, remote);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object accepted) {
        if (accepted instanceof Channel channel) {
            var ends = Ends.of(channel.localAddress(), channel.remoteAddress());
            if (ends == null) {
                channel.unsafe().closeForcibly(); // its client is gone already
                return;
            }
            arrived(ends, channel);
        }
        context.fireChannelRead(accepted);
    }

    private void arrived(Ends ends, Channel channel) {
        Channel displaced = null;
        lock.lock();
        try {
            if (waiting.size() >= most) {
                displaced = waiting.pollFirstEntry().getValue();
            }
            waiting.put(ends, channel);
        } finally {
            lock.unlock();
        }
        var _ = channel.closeFuture().addListener(closed -> remove(ends, channel));
        if (displaced != null) {
            closeAtOnce(displaced);
        }
    }

    /// Without a word: the client has not said enough to be told anything.
    private static void closeAtOnce(Channel channel) {
        channel.eventLoop().execute(() -> channel.unsafe().close(channel.voidPromise()));
    }

    private void remove(Ends ends, Channel channel) {
        lock.lock();
        try {
            waiting.remove(ends, channel);
        } finally {
            lock.unlock();
        }
    }

    /// It is no stranger any more.
    void admit(Attributes transport) {
        var ends = ends(transport);
        lock.lock();
        try {
            waiting.remove(ends);
        } finally {
            lock.unlock();
        }
    }

    /// It remains a stranger, and is closed after that long at the latest, time enough to be told why.
    void turnAway(Attributes transport, Duration after) {
        var ends = ends(transport);
        Channel channel;
        lock.lock();
        try {
            channel = waiting.get(ends);
        } finally {
            lock.unlock();
        }
        if (channel != null) { // else it was displaced
            var _ = channel.eventLoop().schedule(() -> closeAtOnce(channel), after.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    int count() {
        lock.lock();
        try {
            return waiting.size();
        } finally {
            lock.unlock();
        }
    }

    private static @Nullable Ends ends(Attributes transport) {
        return Ends.of(transport.get(Grpc.TRANSPORT_ATTR_LOCAL_ADDR), transport.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
    }
}
