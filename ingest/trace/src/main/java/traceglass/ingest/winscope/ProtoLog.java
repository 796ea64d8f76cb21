package traceglass.ingest.winscope;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.ArrayList;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.protos.extension.FrameworksNativeInternedData;
import traceglass.protos.winscope.ProtoLogMessage;
import traceglass.protos.winscope.ProtoLogViewerConfig;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Parses `protolog_message` and `protolog_viewer_config`: log messages that refer to their format strings by id, and
/// the format strings.
final class ProtoLog {

    private static final int STRINGS = FrameworksNativeInternedData.PROTOLOG_STRING_ARGS_FIELD_NUMBER;
    private static final int STACKS = FrameworksNativeInternedData.PROTOLOG_STACKTRACE_FIELD_NUMBER;
    private static final String DECODING_FAILED = "winscope_protolog_message_decoding_failed";

    private final ImportContext context;
    private final ProtoLogMessages messages;

    ProtoLog(WinscopeRows rows) {
        context = rows.context();
        messages = new ProtoLogMessages(context.stats());
    }

    /// Adds the format strings before the events are sorted, because they may come after the events that refer
    /// to them.
    void config(Packet packet) {
        try {
            messages.add(packet.decode(ProtoLogViewerConfig.parser()));
        } catch (InvalidProtocolBufferException e) {
            context.stats().increment(DECODING_FAILED);
        }
    }

    void message(long ts, Packet packet) {
        ProtoLogMessage event;
        try {
            event = packet.decode(ProtoLogMessage.parser());
        } catch (InvalidProtocolBufferException e) {
            context.stats().increment(DECODING_FAILED);
            return;
        }
        List<String> strings = new ArrayList<>();
        for (int iid : event.getStrParamIidsList()) {
            strings.add(interned(packet, STRINGS, iid, "winscope_protolog_missing_interned_arg_parse_errors"));
        }
        int stack = StringPool.NULL;
        if (event.hasStacktraceIid()) {
            stack = packet.state().internedString(STACKS, WinscopeRows.unsigned(event.getStacktraceIid()));
            if (stack < 0) {
                stack = StringPool.NULL;
                strings.add("<ERROR>");
                context.stats().increment("winscope_protolog_missing_interned_stacktrace_parse_errors");
            }
        }
        Table table = context.storage().table("__intrinsic_protolog");
        int row = table.addRow();
        table.longs("ts").set(row, ts);
        ProtoLogMessages.Message message = messages.decode(
                event.getMessageId(),
                new ProtoLogMessages.Parameters(
                        event.getSint64ParamsList(),
                        event.getDoubleParamsList(),
                        event.getBooleanParamsList().stream().map(b -> b != 0).toList(),
                        strings));
        if (message == null) {
            context.stats().increment(DECODING_FAILED);
            return;
        }
        table.strings("level")
                .set(
                        row,
                        context.strings()
                                .intern(
                                        switch (message.level()) {
                                            case PROTOLOG_LEVEL_DEBUG -> "DEBUG";
                                            case PROTOLOG_LEVEL_VERBOSE -> "VERBOSE";
                                            case PROTOLOG_LEVEL_INFO -> "INFO";
                                            case PROTOLOG_LEVEL_WARN -> "WARN";
                                            case PROTOLOG_LEVEL_ERROR -> "ERROR";
                                            case PROTOLOG_LEVEL_WTF -> "WTF";
                                            default -> "UNKNOWN";
                                        }));
        table.strings("tag").set(row, context.strings().intern(message.group()));
        table.strings("message").set(row, context.strings().intern(message.text()));
        table.strings("stacktrace").set(row, stack);
        table.strings("location").set(row, context.strings().intern(message.location()));
    }

    private String interned(Packet packet, int field, int iid, String stat) {
        int id = packet.state().internedString(field, WinscopeRows.unsigned(iid));
        if (id < 0) {
            context.stats().increment(stat);
            return "<ERROR>";
        }
        String s = context.strings().get(id);
        return s == null ? "" : s;
    }
}
