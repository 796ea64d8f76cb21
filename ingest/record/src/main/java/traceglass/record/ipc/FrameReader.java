package traceglass.record.ipc;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import traceglass.protos.ipc.IPCFrameDecoder;
import traceglass.protos.ipc.InvokeMethodReplyDecoder;
import traceglass.protos.ipc.ReadBuffersResponseDecoder;
import traceglass.protos.ipc.RequestErrorDecoder;
import traceglass.protos.ipc.SliceDecoder;
import traceglass.record.spi.PacketSink;

/// Parses frames without creating message objects, because the replies to `ReadBuffers` contain the whole trace.
final class FrameReader {

    /// A frame from the service. The encoded reply is in `[offset, offset + length)` of `bytes`.
    record Reply(
            long requestId,
            boolean isSuccess,
            boolean hasMore,
            byte[] bytes,
            int offset,
            int length,
            boolean isBind,
            @Nullable String error) {}

    private FrameReader() {}

    /// @throws InvalidProtocolBufferException if the frame is damaged
    @SuppressWarnings("ByteBufferBackingArray") // Frames are created with `ByteBuffer.wrap`: their arrays start at 0.
    static Reply read(ByteBuffer buffer) throws InvalidProtocolBufferException {
        byte[] bytes = buffer.array();
        IPCFrameDecoder frame = new IPCFrameDecoder();
        check(frame.decode(bytes, buffer.position(), buffer.remaining()));
        long id = frame.requestId();
        if (frame.hasMsgBindServiceReply()) {
            int offset = frame.msgBindServiceReplyOffset();
            return new Reply(id, true, false, bytes, offset, frame.msgBindServiceReplyLength(), true, null);
        }
        if (frame.hasMsgInvokeMethodReply()) {
            InvokeMethodReplyDecoder reply = new InvokeMethodReplyDecoder();
            check(reply.decode(bytes, frame.msgInvokeMethodReplyOffset(), frame.msgInvokeMethodReplyLength()));
            int offset = reply.replyProtoOffset();
            return new Reply(
                    id, reply.success(), reply.hasMore(), bytes, offset, reply.replyProtoLength(), false, null);
        }
        String error = frame.hasMsgRequestError()
                ? frame.msgRequestError(new RequestErrorDecoder()).error()
                : null;
        return new Reply(id, false, false, bytes, 0, 0, false, error);
    }

    private static void check(boolean isComplete) throws InvalidProtocolBufferException {
        if (!isComplete) {
            throw new InvalidProtocolBufferException("the service sent a damaged message");
        }
    }

    /// Passes the packet slices of a `ReadBuffersResponse` to the sink directly from the frame's bytes.
    ///
    /// @throws InvalidProtocolBufferException if the message is damaged
    /// @throws IOException if the sink fails
    static void readSlices(byte[] bytes, int offset, int length, PacketSink sink) throws IOException {
        ReadBuffersResponseDecoder response = new ReadBuffersResponseDecoder();
        check(response.decode(bytes, offset, length));
        SliceDecoder slice = new SliceDecoder();
        for (int i = 0; i < response.slicesCount(); i++) {
            check(slice.decode(bytes, response.slicesOffset(i), response.slicesLength(i)));
            sink.writeSlice(bytes, slice.dataOffset(), slice.dataLength(), slice.lastSliceForPacket());
        }
    }
}
