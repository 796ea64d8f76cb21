package traceglass.ingest.winscope;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.LinkedHashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.protos.winscope.ShellHandlerMapping;
import traceglass.protos.winscope.ShellHandlerMappings;
import traceglass.protos.winscope.ShellTransition;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.LongColumn;
import traceglass.store.table.Table;

/// Parses `shell_transition` and `shell_handler_mappings`: transitions between windows. The window manager and the
/// shell report their parts of a transition in separate packets, which are merged into one row.
final class ShellTransitions {

    private static final String ERRORS = StatNames.WINSCOPE_SHELL_TRANSITIONS_PARSE_ERRORS;

    private final WinscopeRows rows;
    private final ImportContext context;
    private final Table table;
    private final Map<Integer, Transition> transitions = new LinkedHashMap<>();

    private record Transition(int row, ArgSetBuilder args) {}

    ShellTransitions(WinscopeRows rows) {
        this.rows = rows;
        context = rows.context();
        table = context.storage().table(TableNames.WindowManagerShellTransitions.TABLE);
    }

    void addTransition(Packet packet) {
        ShellTransition transition;
        try {
            transition = packet.decode(ShellTransition.parser());
        } catch (InvalidProtocolBufferException e) {
            context.stats().increment(ERRORS);
            return;
        }
        Table messages = context.storage().table(TableNames.WindowManagerShellTransitionProtos.TABLE);
        int message = messages.addRow();
        messages.longs(TableNames.WindowManagerShellTransitionProtos.TRANSITION_ID)
                .set(message, transition.getId());
        messages.longs(TableNames.WindowManagerShellTransitionProtos.BASE64_PROTO_ID)
                .set(message, rows.storeMessage(packet.buffer(), packet.fieldOffset(), packet.fieldLength()));

        Transition t = transitions.computeIfAbsent(transition.getId(), this::add);
        rows.addArgs(
                t.args,
                packet.buffer(),
                packet.fieldOffset(),
                packet.fieldLength(),
                "ShellTransition",
                null,
                0,
                ERRORS);
        set(transition, t.row);
        transition.getChangesList().forEach(c -> addParticipant(transition.getId(), c));
    }

    private Transition add(int id) {
        int row = table.addRow();
        table.longs(TableNames.WindowManagerShellTransitions.TS).set(row, 0);
        table.longs(TableNames.WindowManagerShellTransitions.TRANSITION_ID).set(row, id);
        return new Transition(row, context.args().builder());
    }

    private void set(ShellTransition transition, int row) {
        set(row, "transition_type", transition.hasType(), WinscopeRows.unsigned(transition.getType()));
        set(row, "send_time_ns", transition.hasSendTimeNs(), transition.getSendTimeNs());
        set(row, "ts", transition.hasSendTimeNs(), transition.getSendTimeNs());
        set(row, "dispatch_time_ns", transition.hasDispatchTimeNs(), transition.getDispatchTimeNs());
        set(
                row,
                "ts",
                transition.hasDispatchTimeNs()
                        && table.longs(TableNames.WindowManagerShellTransitions.TS)
                                        .get(row)
                                == 0,
                transition.getDispatchTimeNs());
        set(row, "shell_abort_time_ns", transition.hasShellAbortTimeNs(), transition.getShellAbortTimeNs());
        set(row, "wm_abort_time_ns", transition.hasWmAbortTimeNs(), transition.getWmAbortTimeNs());
        set(row, "finish_time_ns", transition.hasFinishTimeNs(), transition.getFinishTimeNs());
        set(row, "handler", transition.hasHandler(), transition.getHandler());
        set(row, "merge_time_ns", transition.hasMergeTimeNs(), transition.getMergeTimeNs());
        set(row, "create_time_ns", transition.hasCreateTimeNs(), transition.getCreateTimeNs());
        set(row, "flags", transition.hasFlags(), WinscopeRows.unsigned(transition.getFlags()));
        set(row, "start_transaction_id", transition.hasStartTransactionId(), transition.getStartTransactionId());
        set(row, "finish_transaction_id", transition.hasFinishTransactionId(), transition.getFinishTransactionId());
    }

    private void set(int row, String column, boolean isSet, long value) {
        if (isSet) {
            table.longs(column).set(row, value);
        }
    }

    private void addParticipant(int transition, ShellTransition.Change c) {
        Table participants = context.storage().table(TableNames.WindowManagerShellTransitionParticipants.TABLE);
        int row = participants.addRow();
        participants
                .longs(TableNames.WindowManagerShellTransitionParticipants.TRANSITION_ID)
                .set(row, transition);
        participants
                .longs(TableNames.WindowManagerShellTransitionParticipants.LAYER_ID)
                .set(row, WinscopeRows.unsignedOrNull(c.hasLayerId(), c.getLayerId()));
        participants
                .longs(TableNames.WindowManagerShellTransitionParticipants.WINDOW_ID)
                .set(row, WinscopeRows.unsignedOrNull(c.hasWindowId(), c.getWindowId()));
        participants
                .longs(TableNames.WindowManagerShellTransitionParticipants.MODE)
                .set(row, WinscopeRows.unsignedOrNull(c.hasMode(), c.getMode()));
        participants
                .longs(TableNames.WindowManagerShellTransitionParticipants.FLAGS)
                .set(row, WinscopeRows.unsignedOrNull(c.hasFlags(), c.getFlags()));
        participants
                .longs(TableNames.WindowManagerShellTransitionParticipants.START_DISPLAY_ID)
                .set(row, WinscopeRows.unsignedOrNull(c.hasStartDisplayId(), c.getStartDisplayId()));
        participants
                .longs(TableNames.WindowManagerShellTransitionParticipants.END_DISPLAY_ID)
                .set(row, WinscopeRows.unsignedOrNull(c.hasEndDisplayId(), c.getEndDisplayId()));
        participants
                .longs(TableNames.WindowManagerShellTransitionParticipants.START_ROTATION)
                .set(row, WinscopeRows.unsignedOrNull(c.hasStartRotation(), c.getStartRotation()));
        participants
                .longs(TableNames.WindowManagerShellTransitionParticipants.END_ROTATION)
                .set(row, WinscopeRows.unsignedOrNull(c.hasEndRotation(), c.getEndRotation()));
        if (c.hasStartAbsoluteBounds()) {
            participants
                    .ints(TableNames.WindowManagerShellTransitionParticipants.START_ABS_BOUNDS_RECT_ID)
                    .set(row, rows.rect(Rect.of(c.getStartAbsoluteBounds())));
        }
        if (c.hasEndAbsoluteBounds()) {
            participants
                    .ints(TableNames.WindowManagerShellTransitionParticipants.END_ABS_BOUNDS_RECT_ID)
                    .set(row, rows.rect(Rect.of(c.getEndAbsoluteBounds())));
        }
    }

    void addHandlers(Packet packet) {
        ShellHandlerMappings mappings;
        try {
            mappings = packet.decode(ShellHandlerMappings.parser());
        } catch (InvalidProtocolBufferException e) {
            context.stats().increment(ERRORS);
            return;
        }
        Table handlers = context.storage().table(TableNames.WindowManagerShellTransitionHandlers.TABLE);
        for (ShellHandlerMapping mapping : mappings.getMappingList()) {
            int row = handlers.addRow();
            handlers.longs(TableNames.WindowManagerShellTransitionHandlers.HANDLER_ID)
                    .set(row, mapping.getId());
            handlers.strings(TableNames.WindowManagerShellTransitionHandlers.HANDLER_NAME)
                    .set(row, context.strings().intern(mapping.getName()));
            handlers.longs(TableNames.WindowManagerShellTransitionHandlers.BASE64_PROTO_ID)
                    .set(row, rows.storeMessage(packet.buffer(), packet.fieldOffset(), packet.fieldLength()));
        }
    }

    /// Determines the status of each transition from its times.
    void finish() {
        for (Transition t : transitions.values()) {
            table.ints(TableNames.WindowManagerShellTransitions.ARG_SET_ID)
                    .set(t.row, context.args().commit(t.args));
            long dispatch = time(t, "dispatch_time_ns");
            long finish = time(t, "finish_time_ns");
            if (time(t, "merge_time_ns") > 0) {
                // The transition was merged into another one and will not be dispatched.
                setStatus(t, "merged");
            } else if (dispatch > 0 && finish > 0) {
                table.longs(TableNames.WindowManagerShellTransitions.DURATION_NS)
                        .set(t.row, finish - dispatch);
                setStatus(t, "played");
            } else if (dispatch <= 0 && (time(t, "shell_abort_time_ns") > 0 || time(t, "wm_abort_time_ns") > 0)) {
                // A transition that is already playing can no longer be aborted, even if the window manager requests
                // it.
                setStatus(t, "aborted");
            }
        }
        transitions.clear();
    }

    private long time(Transition t, String column) {
        long time = table.longs(column).get(t.row);
        return time == LongColumn.NULL ? 0 : time;
    }

    private void setStatus(Transition t, String status) {
        table.strings(TableNames.WindowManagerShellTransitions.STATUS)
                .set(t.row, context.strings().intern(status));
    }
}
