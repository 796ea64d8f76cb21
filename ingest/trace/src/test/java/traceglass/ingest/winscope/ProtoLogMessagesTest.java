package traceglass.ingest.winscope;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import traceglass.ingest.perfetto.TraceBuilder;
import traceglass.protos.extension.FrameworksNativeInternedData;
import traceglass.protos.profiling.InternedString;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.winscope.FrameworksNativeWinscopeTracePacket;
import traceglass.protos.winscope.ProtoLogLevel;
import traceglass.protos.winscope.ProtoLogMessage;
import traceglass.protos.winscope.ProtoLogViewerConfig;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class ProtoLogMessagesTest {

    private static ProtoLogViewerConfig.MessageData.Builder text(long id, String text) {
        return ProtoLogViewerConfig.MessageData.newBuilder()
                .setMessageId(id)
                .setMessage(text)
                .setGroupId(1)
                .setLevel(ProtoLogLevel.PROTOLOG_LEVEL_INFO);
    }

    /// Reads a trace with one message, followed by its format strings.
    private static TraceStorage read(
            ProtoLogMessage.Builder message, ProtoLogViewerConfig.MessageData.Builder... texts) {
        ProtoLogViewerConfig.Builder config = ProtoLogViewerConfig.newBuilder()
                .addGroups(ProtoLogViewerConfig.Group.newBuilder().setId(1).setTag("Group"));
        for (var text : texts) {
            config.addMessages(text);
        }
        InternedData interned = InternedData.newBuilder()
                .addExtension(
                        FrameworksNativeInternedData.protologStringArgs,
                        InternedString.newBuilder()
                                .setIid(1)
                                .setStr(com.google.protobuf.ByteString.copyFromUtf8("text"))
                                .build())
                .build();
        return TraceBuilder.read(Trace.newBuilder()
                .addPacket(TracePacket.newBuilder()
                        .setTrustedPacketSequenceId(1)
                        .setSequenceFlags(1)
                        .setInternedData(interned))
                .addPacket(TracePacket.newBuilder()
                        .setTimestamp(10)
                        .setTrustedPacketSequenceId(1)
                        .setExtension(FrameworksNativeWinscopeTracePacket.protologMessage, message.build()))
                .addPacket(TracePacket.newBuilder()
                        .setTrustedPacketSequenceId(2)
                        .setExtension(FrameworksNativeWinscopeTracePacket.protologViewerConfig, config.build()))
                .build()
                .toByteArray());
    }

    private static String message(TraceStorage s) {
        Table t = s.table("__intrinsic_protolog");
        assertEquals(1, t.rowCount());
        return s.strings().get(t.strings("message").get(0));
    }

    @Test
    void formatsParametersAsPrintfDoes() {
        ProtoLogMessage.Builder m = ProtoLogMessage.newBuilder()
                .setMessageId(7)
                .addStrParamIids(1)
                .addSint64Params(-3)
                .addSint64Params(8)
                .addSint64Params(255)
                .addDoubleParams(0.5)
                .addDoubleParams(1234567.0)
                .addDoubleParams(0.0001)
                .addBooleanParams(1);
        assertEquals(
                "text -3 10 ff 0.500000 1.23457e+06 0.0001 true 100%",
                message(read(m, text(7, "%s %d %o %x %f %g %g %b 100%%"))));
    }

    @Test
    void reportsMissingParameters() {
        TraceStorage s = read(ProtoLogMessage.newBuilder().setMessageId(7), text(7, "a %d"));
        assertEquals("a [MISSING_PARAM]", message(s));
        assertEquals(1, TraceBuilder.stat(s, "winscope_protolog_param_mismatch"));
    }

    @Test
    void choosesTheTextThatMatchesTheParametersIfAnIdHasSeveral() {
        TraceStorage s =
                read(ProtoLogMessage.newBuilder().setMessageId(7).addSint64Params(4), text(7, "a %s"), text(7, "b %d"));
        assertEquals("b 4", message(s));
        assertEquals(1, TraceBuilder.stat(s, "winscope_protolog_message_collision_resolved"));
    }

    @Test
    void showsAllMessagesOfAnAmbiguousToken() {
        TraceStorage s =
                read(ProtoLogMessage.newBuilder().setMessageId(7).addSint64Params(4), text(7, "a %d"), text(7, "b %d"));
        assertEquals("<PROTOLOG COLLISION (id=0x7) MULTIPLE TYPE MATCHES : 'a 4',\n 'b 4'>", message(s));
    }

    @Test
    void keepsAMessageWithoutAText() {
        TraceStorage s = read(ProtoLogMessage.newBuilder().setMessageId(8), text(7, "a"));
        assertNull(message(s));
        assertEquals(1, TraceBuilder.stat(s, "winscope_protolog_message_decoding_failed"));
    }
}
