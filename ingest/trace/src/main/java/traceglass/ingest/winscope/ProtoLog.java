package traceglass.ingest.winscope;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.ArrayList;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.protos.extension.FrameworksNativeInternedData;
import traceglass.protos.winscope.ProtoLogMessage;
import traceglass.protos.winscope.ProtoLogViewerConfig;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Parses `protolog_message` and `protolog_viewer_config`: log messages that refer to their format strings by id, and
/// the format strings.
final class ProtoLog {

    private static final int STRINGS = FrameworksNativeInternedData.PROTOLOG_STRING_ARGS_FIELD_NUMBER;
    private static final int STACKS = FrameworksNativeInternedData.PROTOLOG_STACKTRACE_FIELD_NUMBER;
    private static final String DECODING_FAILED = StatNames.WINSCOPE_PROTOLOG_MESSAGE_DECODING_FAILED;

    private final ImportContext context;
    private final ProtoLogMessages messages;

    ProtoLog(WinscopeRows rows) {
        context = rows.context();
        messages = new ProtoLogMessages(context.stats());
    }

    /// Adds the format strings before the events are sorted, because they may come after the events that refer
    /// to them.
    void readConfig(Packet packet) {
        try {
            messages.add(packet.decode(ProtoLogViewerConfig.parser()));
        } catch (InvalidProtocolBufferException e) {
            context.stats().increment(DECODING_FAILED);
        }
    }

    void addMessage(long ts, Packet packet) {
        ProtoLogMessage event;
        try {
            event = packet.decode(ProtoLogMessage.parser());
        } catch (InvalidProtocolBufferException e) {
            context.stats().increment(DECODING_FAILED);
            return;
        }
        List<String> strings = new ArrayList<>();
        for (int iid : event.getStrParamIidsList()) {
            strings.add(interned(packet, STRINGS, iid, StatNames.WINSCOPE_PROTOLOG_MISSING_INTERNED_ARG_PARSE_ERRORS));
        }
        int stack = StringPool.NULL;
        if (event.hasStacktraceIid()) {
            stack = packet.state().internedString(STACKS, WinscopeRows.unsigned(event.getStacktraceIid()));
            if (stack < 0) {
                stack = StringPool.NULL;
                strings.add("<ERROR>");
                context.stats().increment(StatNames.WINSCOPE_PROTOLOG_MISSING_INTERNED_STACKTRACE_PARSE_ERRORS);
            }
        }
        Table table = context.storage().table(TableNames.Protolog.TABLE);
        int row = table.addRow();
        table.longs(TableNames.Protolog.TS).set(row, ts);
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
        table.strings(TableNames.Protolog.LEVEL)
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
        table.strings(TableNames.Protolog.TAG).set(row, context.strings().intern(message.group()));
        table.strings(TableNames.Protolog.MESSAGE).set(row, context.strings().intern(message.text()));
        table.strings(TableNames.Protolog.STACKTRACE).set(row, stack);
        table.strings(TableNames.Protolog.LOCATION).set(row, context.strings().intern(message.location()));
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
