package dev.bailiwick.server;

import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.IoHandlerFactory;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.ServerChannel;
import io.grpc.netty.shaded.io.netty.channel.epoll.Epoll;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollIoHandler;
import io.grpc.netty.shaded.io.netty.channel.epoll.EpollServerSocketChannel;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;

/// The threads of a server's network, and what it listens with. A server has its own, because only who makes the listening channel gets to
/// see connections when they are accepted.
final class Network implements AutoCloseable {
    private static final int TWO_FOR_EACH_CORE = 0;
    private static final long CLOSE_SECONDS = 5;

    private final boolean epoll = Epoll.isAvailable();
    private final EventLoopGroup accepting = threads(1, "bailiwick-accept");
    private final EventLoopGroup working = threads(TWO_FOR_EACH_CORE, "bailiwick-network");
    private final Strangers strangers;

    Network(Strangers strangers) {
        this.strangers = strangers;
    }

    void applyTo(NettyServerBuilder builder) {
        builder.bossEventLoopGroup(accepting).workerEventLoopGroup(working).channelFactory(this::listening);
    }

    private ServerChannel listening() {
        ServerChannel channel = epoll ? new EpollServerSocketChannel() : new NioServerSocketChannel();
        channel.pipeline().addLast(strangers);
        return channel;
    }

    private EventLoopGroup threads(int count, String name) {
        IoHandlerFactory handler = epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        return new MultiThreadIoEventLoopGroup(count, new DefaultThreadFactory(name, true), handler);
    }

    @Override
    public void close() {
        var _ = accepting.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS);
        working.shutdownGracefully(0, CLOSE_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly(CLOSE_SECONDS,
                TimeUnit.SECONDS);
    }
}
