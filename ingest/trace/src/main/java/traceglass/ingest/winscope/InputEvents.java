package traceglass.ingest.winscope;

import com.google.protobuf.InvalidProtocolBufferException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.protos.winscope.AndroidInputEvent;
import traceglass.protos.winscope.AndroidInputEventDecoder;
import traceglass.protos.winscope.AndroidKeyEvent;
import traceglass.protos.winscope.AndroidMotionEvent;
import traceglass.protos.winscope.AndroidWindowInputDispatchEvent;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.Table;

/// Parses `android_input_event`: motion and key events received by the input dispatcher, and the windows to which they
/// were dispatched, either complete or with sensitive fields redacted.
final class InputEvents {

    private static final String ERRORS = StatNames.ANDROID_INPUT_EVENT_PARSE_ERRORS;

    private final WinscopeRows rows;
    private final ImportContext context;

    InputEvents(WinscopeRows rows) {
        this.rows = rows;
        context = rows.context();
    }

    void parse(long ts, WireMessage field) {
        AndroidInputEventDecoder fields = new AndroidInputEventDecoder();
        fields.decode(field.buffer(), field.offset(), field.length());
        try {
            boolean isHandled = false;
            for (int i = 0; i < fields.otherCount() && !isHandled; i++) {
                WireMessage event = new WireMessage(field.buffer(), fields.otherOffset(i), fields.otherLength(i));
                isHandled = handle(ts, fields.otherNumber(i), event);
            }
        } catch (InvalidProtocolBufferException e) {
            context.stats().increment(ERRORS);
        }
    }

    /// Handles an event; returns false for a field that is not a known event.
    private boolean handle(long ts, int number, WireMessage event) throws InvalidProtocolBufferException {
        switch (number) {
            case AndroidInputEvent.DISPATCHER_MOTION_EVENT_FIELD_NUMBER,
                    AndroidInputEvent.DISPATCHER_MOTION_EVENT_REDACTED_FIELD_NUMBER -> handleMotion(ts, event);
            case AndroidInputEvent.DISPATCHER_KEY_EVENT_FIELD_NUMBER,
                    AndroidInputEvent.DISPATCHER_KEY_EVENT_REDACTED_FIELD_NUMBER -> handleKey(ts, event);
            case AndroidInputEvent.DISPATCHER_WINDOW_DISPATCH_EVENT_FIELD_NUMBER,
                    AndroidInputEvent.DISPATCHER_WINDOW_DISPATCH_EVENT_REDACTED_FIELD_NUMBER -> dispatch(ts, event);
            default -> {
                return false;
            }
        }
        return true;
    }

    private void handleMotion(long ts, WireMessage event) throws InvalidProtocolBufferException {
        AndroidMotionEvent e = AndroidMotionEvent.parser().parseFrom(event.buffer(), event.offset(), event.length());
        Table table = context.storage().table(TableNames.AndroidMotionEvents.TABLE);
        int row = table.addRow();
        table.longs(TableNames.AndroidMotionEvents.TS).set(row, ts);
        table.longs(TableNames.AndroidMotionEvents.EVENT_ID).set(row, WinscopeRows.unsigned(e.getEventId()));
        table.longs(TableNames.AndroidMotionEvents.SOURCE).set(row, WinscopeRows.unsigned(e.getSource()));
        table.longs(TableNames.AndroidMotionEvents.ACTION).set(row, e.getAction());
        table.longs(TableNames.AndroidMotionEvents.DEVICE_ID).set(row, e.getDeviceId());
        table.longs(TableNames.AndroidMotionEvents.DISPLAY_ID).set(row, e.getDisplayId());
        finish(event, table, row, ts, "AndroidMotionEvent", e.getEventTimeNanos(), e.getDownTimeNanos());
    }

    private void handleKey(long ts, WireMessage event) throws InvalidProtocolBufferException {
        AndroidKeyEvent e = AndroidKeyEvent.parser().parseFrom(event.buffer(), event.offset(), event.length());
        Table table = context.storage().table(TableNames.AndroidKeyEvents.TABLE);
        int row = table.addRow();
        table.longs(TableNames.AndroidKeyEvents.TS).set(row, ts);
        table.longs(TableNames.AndroidKeyEvents.EVENT_ID).set(row, WinscopeRows.unsigned(e.getEventId()));
        table.longs(TableNames.AndroidKeyEvents.SOURCE).set(row, WinscopeRows.unsigned(e.getSource()));
        table.longs(TableNames.AndroidKeyEvents.ACTION).set(row, e.getAction());
        table.longs(TableNames.AndroidKeyEvents.DEVICE_ID).set(row, e.getDeviceId());
        table.longs(TableNames.AndroidKeyEvents.DISPLAY_ID).set(row, e.getDisplayId());
        table.longs(TableNames.AndroidKeyEvents.KEY_CODE).set(row, e.getKeyCode());
        finish(event, table, row, ts, "AndroidKeyEvent", e.getEventTimeNanos(), e.getDownTimeNanos());
    }

    private void dispatch(long ts, WireMessage event) throws InvalidProtocolBufferException {
        AndroidWindowInputDispatchEvent e =
                AndroidWindowInputDispatchEvent.parser().parseFrom(event.buffer(), event.offset(), event.length());
        Table table = context.storage().table(TableNames.AndroidInputEventDispatch.TABLE);
        int row = table.addRow();
        table.longs(TableNames.AndroidInputEventDispatch.EVENT_ID).set(row, WinscopeRows.unsigned(e.getEventId()));
        table.longs(TableNames.AndroidInputEventDispatch.VSYNC_ID).set(row, e.getVsyncId());
        table.ints(TableNames.AndroidInputEventDispatch.WINDOW_ID).set(row, e.getWindowId());
        table.longs(TableNames.AndroidInputEventDispatch.BASE64_PROTO_ID)
                .set(row, rows.storeMessage(event.buffer(), event.offset(), event.length()));
        table.ints(TableNames.AndroidInputEventDispatch.ARG_SET_ID)
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
    private void finish(WireMessage event, Table table, int row, long ts, String type, long time, long down) {
        table.longs(TableNames.AndroidInputEventDispatch.BASE64_PROTO_ID)
                .set(row, rows.storeMessage(event.buffer(), event.offset(), event.length()));
        ArgSetBuilder b = context.args().builder();
        rows.addArgs(b, event.buffer(), event.offset(), event.length(), type, null, ts, ERRORS);
        addTime(b, "kernel_time", time);
        addTime(b, "down_time", down);
        table.ints(TableNames.AndroidInputEventDispatch.ARG_SET_ID)
                .set(row, context.args().commit(b));
    }

    private void addTime(ArgSetBuilder b, String key, long monotonic) {
        long ts = context.clocks().toTraceTime(rows.packets().clock(ClockId.MONOTONIC, 0), monotonic);
        if (ts != ClockTracker.NONE) {
            b.addInt(context.strings().intern(key), ts);
        }
    }
}
