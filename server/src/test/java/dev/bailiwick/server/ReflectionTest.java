package dev.bailiwick.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.bailiwick.testkit.InMemoryEventStore;
import dev.bailiwick.testkit.StoreSetup;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import io.grpc.reflection.v1.ServerReflectionResponse;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A client that knows nothing of Bailiwick learns its calls from the server and uses them.
class ReflectionTest {
    private final Remote remote = Remote.plain();
    private final ManagedChannel channel = NettyChannelBuilder
            .forAddress("localhost", remote.serve(InMemoryEventStore.create(StoreSetup.standard())).port())
            .usePlaintext().build();

    @AfterEach
    void close() {
        channel.shutdownNow();
        remote.close();
    }

    private ServerReflectionResponse ask(ServerReflectionRequest question) {
        var answer = new CompletableFuture<ServerReflectionResponse>();
        var out = ServerReflectionGrpc.newStub(channel).serverReflectionInfo(new StreamObserver<>() {
            @Override
            public void onNext(ServerReflectionResponse message) {
                answer.complete(message);
            }

            @Override
            public void onError(Throwable e) {
                answer.completeExceptionally(e);
            }

            @Override
            public void onCompleted() {
                answer.completeExceptionally(new IllegalStateException("no answer"));
            }
        });
        out.onNext(question);
        var answered = answer.orTimeout(60, TimeUnit.SECONDS).join();
        out.onCompleted();
        return answered;
    }

    private static FileDescriptor link(List<ByteString> files, String name)
            throws InvalidProtocolBufferException, DescriptorValidationException {
        var protos = new HashMap<String, FileDescriptorProto>();
        for (var file : files) {
            var proto = FileDescriptorProto.parseFrom(file);
            protos.put(proto.getName(), proto);
        }
        return link(protos, name);
    }

    private static FileDescriptor link(Map<String, FileDescriptorProto> protos, String name)
            throws DescriptorValidationException {
        var proto = protos.getOrDefault(name, FileDescriptorProto.getDefaultInstance());
        var imports = new ArrayList<FileDescriptor>();
        for (var dependency : proto.getDependencyList()) {
            imports.add(link(protos, dependency));
        }
        return FileDescriptor.buildFrom(proto, imports.toArray(FileDescriptor[]::new));
    }

    private DynamicMessage call(MethodDescriptor method, DynamicMessage request) {
        var described = io.grpc.MethodDescriptor.<DynamicMessage, DynamicMessage>newBuilder()
                .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
                .setFullMethodName(method.getService().getFullName() + "/" + method.getName())
                .setRequestMarshaller(
                        ProtoUtils.marshaller(DynamicMessage.getDefaultInstance(method.getInputType())))
                .setResponseMarshaller(
                        ProtoUtils.marshaller(DynamicMessage.getDefaultInstance(method.getOutputType())))
                .build();
        return ClientCalls.blockingUnaryCall(channel, described, CallOptions.DEFAULT, request);
    }

    @Test
    void aGenericClientFindsTheServicesAndCallsThem() throws Exception {
        var services = ask(ServerReflectionRequest.newBuilder().setListServices("").build()).getListServicesResponse()
                .getServiceList();
        assertThat(services).extracting(service -> service.getName()).contains("bailiwick.v1.EventStoreService",
                "grpc.health.v1.Health", "grpc.reflection.v1.ServerReflection");
        var files = ask(ServerReflectionRequest.newBuilder()
                .setFileContainingSymbol("bailiwick.v1.EventStoreService").build()).getFileDescriptorResponse()
                .getFileDescriptorProtoList();
        var service = link(files, "bailiwick/v1/event_store.proto").findServiceByName("EventStoreService");

        var describe = service.findMethodByName("Describe");
        var description = call(describe, DynamicMessage.getDefaultInstance(describe.getInputType()));
        assertThat(description.getField(describe.getOutputType().findFieldByName("protocol"))).isEqualTo(1);

        var list = service.findMethodByName("List");
        var scope = list.getInputType().findFieldByName("orgs");
        var request = DynamicMessage.newBuilder(list.getInputType())
                .setField(scope, DynamicMessage.getDefaultInstance(scope.getMessageType())).build();
        var listed = call(list, request);
        assertThat(listed.getRepeatedFieldCount(list.getOutputType().findFieldByName("ids"))).isZero();
    }
}
