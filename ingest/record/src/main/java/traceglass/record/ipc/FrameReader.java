package traceglass.record.ipc;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import traceglass.protos.ipc.IPCFrame;
import traceglass.protos.ipc.ReadBuffersResponse;
import traceglass.record.spi.PacketSink;

/// Parses frames without creating message objects, because the replies to `ReadBuffers` contain the whole trace.
final class FrameReader {

    private static final int SLICES = WireFormat.getTagWireType(2) | ReadBuffersResponse.SLICES_FIELD_NUMBER << 3;

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

    @SuppressWarnings("ByteBufferBackingArray") // Frames are created with `ByteBuffer.wrap`: their arrays start at 0.
    static Reply read(ByteBuffer frame) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(frame.array(), frame.position(), frame.remaining());
        int start = frame.position();
        long id = 0;
        Reply reply = null;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (WireFormat.getTagFieldNumber(tag)) {
                case IPCFrame.REQUEST_ID_FIELD_NUMBER -> id = in.readUInt64();
                case IPCFrame.MSG_BIND_SERVICE_REPLY_FIELD_NUMBER -> {
                    int length = in.readRawVarint32();
                    reply = new Reply(
                            0, true, false, frame.array(), start + in.getTotalBytesRead(), length, true, null);
                    in.skipRawBytes(length);
                }
                case IPCFrame.MSG_INVOKE_METHOD_REPLY_FIELD_NUMBER -> reply = invokeReply(in, frame.array(), start);
                case IPCFrame.MSG_REQUEST_ERROR_FIELD_NUMBER -> {
                    IPCFrame.RequestError error = IPCFrame.RequestError.parseFrom(in.readByteArray());
                    reply = new Reply(0, false, false, frame.array(), start, 0, false, error.getError());
                }
                default -> in.skipField(tag);
            }
        }
        return reply == null
                ? new Reply(id, false, false, frame.array(), start, 0, false, null)
                : new Reply(
                        id,
                        reply.isSuccess,
                        reply.hasMore,
                        reply.bytes,
                        reply.offset,
                        reply.length,
                        reply.isBind,
                        reply.error);
    }

    private static Reply invokeReply(CodedInputStream in, byte[] bytes, int start) throws IOException {
        boolean isSuccess = false;
        boolean hasMore = false;
        int offset = start;
        int size = 0;
        int limit = in.pushLimit(in.readRawVarint32());
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (WireFormat.getTagFieldNumber(tag)) {
                case IPCFrame.InvokeMethodReply.SUCCESS_FIELD_NUMBER -> isSuccess = in.readBool();
                case IPCFrame.InvokeMethodReply.HAS_MORE_FIELD_NUMBER -> hasMore = in.readBool();
                case IPCFrame.InvokeMethodReply.REPLY_PROTO_FIELD_NUMBER -> {
                    size = in.readRawVarint32();
                    offset = start + in.getTotalBytesRead();
                    in.skipRawBytes(size);
                }
                default -> in.skipField(tag);
            }
        }
        in.popLimit(limit);
        return new Reply(0, isSuccess, hasMore, bytes, offset, size, false, null);
    }

    /// Passes the packet slices of a `ReadBuffersResponse` to the sink directly from the frame's bytes.
    static void readSlices(byte[] bytes, int offset, int length, PacketSink sink) throws IOException {
        CodedInputStream in = CodedInputStream.newInstance(bytes, offset, length);
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            if (tag != SLICES) {
                in.skipField(tag);
                continue;
            }
            int limit = in.pushLimit(in.readRawVarint32());
            int position = offset;
            int size = 0;
            boolean isLast = false;
            for (int inner = in.readTag(); inner != 0; inner = in.readTag()) {
                switch (WireFormat.getTagFieldNumber(inner)) {
                    case ReadBuffersResponse.Slice.DATA_FIELD_NUMBER -> {
                        size = in.readRawVarint32();
                        position = offset + in.getTotalBytesRead();
                        in.skipRawBytes(size);
                    }
                    case ReadBuffersResponse.Slice.LAST_SLICE_FOR_PACKET_FIELD_NUMBER -> isLast = in.readBool();
                    default -> in.skipField(inner);
                }
            }
            in.popLimit(limit);
            sink.writeSlice(bytes, position, size, isLast);
        }
    }
}
