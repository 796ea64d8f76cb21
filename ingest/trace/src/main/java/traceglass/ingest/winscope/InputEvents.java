package traceglass.ingest.winscope;

import com.google.protobuf.InvalidProtocolBufferException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.protos.winscope.AndroidInputEvent;
import traceglass.protos.winscope.AndroidKeyEvent;
import traceglass.protos.winscope.AndroidMotionEvent;
import traceglass.protos.winscope.AndroidWindowInputDispatchEvent;
import traceglass.store.table.Table;

/// Parses `android_input_event`: motion and key events received by the input dispatcher, and the windows to which they
/// were dispatched, either complete or with sensitive fields redacted.
final class InputEvents {

    private static final String ERRORS = "android_input_event_parse_errors";

    private final WinscopeRows rows;
    private final ImportContext context;
    private final ProtoCursor event = new ProtoCursor();

    InputEvents(WinscopeRows rows) {
        this.rows = rows;
        context = rows.context();
    }

    void parse(long ts, ProtoCursor field) {
        try {
            for (event.enter(field); event.next(); ) {
                switch (event.field()) {
                    case AndroidInputEvent.DISPATCHER_MOTION_EVENT_FIELD_NUMBER,
                            AndroidInputEvent.DISPATCHER_MOTION_EVENT_REDACTED_FIELD_NUMBER -> {
                        motion(ts);
                        return;
                    }
                    case AndroidInputEvent.DISPATCHER_KEY_EVENT_FIELD_NUMBER,
                            AndroidInputEvent.DISPATCHER_KEY_EVENT_REDACTED_FIELD_NUMBER -> {
                        key(ts);
                        return;
                    }
                    case AndroidInputEvent.DISPATCHER_WINDOW_DISPATCH_EVENT_FIELD_NUMBER,
                            AndroidInputEvent.DISPATCHER_WINDOW_DISPATCH_EVENT_REDACTED_FIELD_NUMBER -> {
                        dispatch(ts);
                        return;
                    }
                    default -> {}
                }
            }
        } catch (InvalidProtocolBufferException e) {
            context.stats().increment(ERRORS);
        }
    }

    private void motion(long ts) throws InvalidProtocolBufferException {
        AndroidMotionEvent e = AndroidMotionEvent.parser().parseFrom(event.buffer(), event.offset(), event.length());
        Table table = context.storage().table("__intrinsic_android_motion_events");
        int row = table.addRow();
        table.longs("ts").set(row, ts);
        table.longs("event_id").set(row, WinscopeRows.unsigned(e.getEventId()));
        table.longs("source").set(row, WinscopeRows.unsigned(e.getSource()));
        table.longs("action").set(row, e.getAction());
        table.longs("device_id").set(row, e.getDeviceId());
        table.longs("display_id").set(row, e.getDisplayId());
        finish(table, row, ts, "AndroidMotionEvent", e.getEventTimeNanos(), e.getDownTimeNanos());
    }

    private void key(long ts) throws InvalidProtocolBufferException {
        AndroidKeyEvent e = AndroidKeyEvent.parser().parseFrom(event.buffer(), event.offset(), event.length());
        Table table = context.storage().table("__intrinsic_android_key_events");
        int row = table.addRow();
        table.longs("ts").set(row, ts);
        table.longs("event_id").set(row, WinscopeRows.unsigned(e.getEventId()));
        table.longs("source").set(row, WinscopeRows.unsigned(e.getSource()));
        table.longs("action").set(row, e.getAction());
        table.longs("device_id").set(row, e.getDeviceId());
        table.longs("display_id").set(row, e.getDisplayId());
        table.longs("key_code").set(row, e.getKeyCode());
        finish(table, row, ts, "AndroidKeyEvent", e.getEventTimeNanos(), e.getDownTimeNanos());
    }

    private void dispatch(long ts) throws InvalidProtocolBufferException {
        AndroidWindowInputDispatchEvent e =
                AndroidWindowInputDispatchEvent.parser().parseFrom(event.buffer(), event.offset(), event.length());
        Table table = context.storage().table("__intrinsic_android_input_event_dispatch");
        int row = table.addRow();
        table.longs("event_id").set(row, WinscopeRows.unsigned(e.getEventId()));
        table.longs("vsync_id").set(row, e.getVsyncId());
        table.ints("window_id").set(row, e.getWindowId());
        table.longs("base64_proto_id").set(row, rows.storeMessage(event.buffer(), event.offset(), event.length()));
        table.ints("arg_set_id")
                .set(
                        row,
                        rows.args(
                                event.buffer(),
                                event.offset(),
                                event.length(),
                                "AndroidWindowInputDispatchEvent",
                                null,
                                ts,
                                ERRORS));
    }

    /// @param time time at which the kernel received the event, in ns of the monotonic clock
    /// @param down time at which the gesture or key press began, in ns of the monotonic clock
    private void finish(Table table, int row, long ts, String type, long time, long down) {
        table.longs("base64_proto_id").set(row, rows.storeMessage(event.buffer(), event.offset(), event.length()));
        ArgSetBuilder b = context.args().builder();
        rows.addArgs(b, event.buffer(), event.offset(), event.length(), type, null, ts, ERRORS);
        addTime(b, "kernel_time", time);
        addTime(b, "down_time", down);
        table.ints("arg_set_id").set(row, context.args().commit(b));
    }

    private void addTime(ArgSetBuilder b, String key, long monotonic) {
        long ts = context.clocks().toTraceTime(rows.packets().clock(ClockId.MONOTONIC, 0), monotonic);
        if (ts != ClockTracker.NONE) {
            b.addInt(context.strings().intern(key), ts);
        }
    }
}
