package traceglass.record.ipc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import traceglass.protos.ipc.IPCFrame;
import traceglass.protos.ipc.ReadBuffersResponse;

class FrameReaderTest {

    private final byte[] response = ReadBuffersResponse.newBuilder()
            .addSlices(slice("abc", true))
            .addSlices(slice("de", false))
            .build()
            .toByteArray();
    private final List<String> slices = new ArrayList<>();

    private static ReadBuffersResponse.Slice slice(String data, boolean isLast) {
        return ReadBuffersResponse.Slice.newBuilder()
                .setData(ByteString.copyFromUtf8(data))
                .setLastSliceForPacket(isLast)
                .build();
    }

    private void readSlices(byte[] bytes, int length) throws Exception {
        FrameReader.readSlices(
                bytes, 0, length, (data, from, size, isLast) -> slices.add(new String(data, from, size) + isLast));
    }

    @Test
    void passesSlicesToTheSink() throws Exception {
        readSlices(response, response.length);
        assertEquals(List.of("abctrue", "defalse"), slices);
    }

    /// Exceptions of other types mean that the sink failed to write its file.
    @Test
    void damagedMessagesAreReportedAsInvalid() {
        assertThrows(InvalidProtocolBufferException.class, () -> readSlices(response, response.length - 1));
        byte[] frame = IPCFrame.newBuilder()
                .setRequestId(7)
                .setMsgInvokeMethodReply(
                        IPCFrame.InvokeMethodReply.newBuilder().setReplyProto(ByteString.copyFrom(response)))
                .build()
                .toByteArray();
        ByteBuffer truncated = ByteBuffer.wrap(frame, 0, frame.length - 1);
        assertThrows(InvalidProtocolBufferException.class, () -> FrameReader.read(truncated));
    }
}
