package traceglass.ingest.android;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.trackevent.TrackEventExtension;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.protos.Descriptors;
import traceglass.protos.extension.AndroidBinderDiedEvent;
import traceglass.protos.extension.AndroidProcessStartEvent;
import traceglass.protos.extension.FrameworksBaseTrackEvent;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Parses process lifecycle events of Android's activity manager: why each process was started and for whom, and when
/// its binder died. One row per process.
public final class ProcessLifecycleEvents implements TrackEventExtension {

    private static final int START = FrameworksBaseTrackEvent.PROCESS_START_EVENT_FIELD_NUMBER;
    private static final int DIED = FrameworksBaseTrackEvent.BINDER_DIED_EVENT_FIELD_NUMBER;

    private final ImportContext context;
    private final StringPool strings;
    private final Table table;
    private final Map<Integer, Integer> rows = new HashMap<>();
    private final ProtoCursor fields = new ProtoCursor();

    public ProcessLifecycleEvents(ImportContext context) {
        this.context = context;
        strings = context.strings();
        table = context.storage().table(TableNames.AndroidTrackEventProcess.TABLE);
    }

    @Override
    public int[] fields() {
        return new int[] {START, DIED};
    }

    @Override
    public void onSlice(int field, ProtoCursor message, int slice, long ts) {
        int pidField =
                field == START ? AndroidProcessStartEvent.PID_FIELD_NUMBER : AndroidBinderDiedEvent.PID_FIELD_NUMBER;
        fields.enter(message.buffer(), message.position(), message.end() - message.position());
        if (!fields.seek(pidField)) {
            return;
        }
        if (field == START) {
            onStarted(message, fields.asUint32(), ts);
        } else {
            onExit(fields.asUint32(), ts);
        }
    }

    private int row(int upid) {
        return rows.computeIfAbsent(upid, u -> {
            int row = table.addRow();
            table.ints(TableNames.AndroidTrackEventProcess.UPID).set(row, u);
            return row;
        });
    }

    private void onStarted(ProtoCursor message, long pid, long ts) {
        int upid = context.processes().process(pid);
        int row = row(upid);
        if (table.longs(TableNames.AndroidTrackEventProcess.FW_START_TS).isNull(row)) {
            table.longs(TableNames.AndroidTrackEventProcess.FW_START_TS).set(row, ts);
        }
        while (message.next()) {
            switch (message.field()) {
                case AndroidProcessStartEvent.UID_FIELD_NUMBER ->
                    context.processes().setUid(upid, message.asUint32());
                case AndroidProcessStartEvent.PROCESS_NAME_FIELD_NUMBER ->
                    context.processes().setProcessName(upid, message.asStringId(strings), NamePriority.OfProcess.OTHER);
                case AndroidProcessStartEvent.START_SEQ_ID_FIELD_NUMBER ->
                    table.longs(TableNames.AndroidTrackEventProcess.START_SEQ_ID)
                            .set(row, message.asLong());
                case AndroidProcessStartEvent.PACKAGE_UID_FIELD_NUMBER ->
                    table.ints(TableNames.AndroidTrackEventProcess.PACKAGE_UID).set(row, message.asInt());
                case AndroidProcessStartEvent.CALLER_UID_FIELD_NUMBER ->
                    table.ints(TableNames.AndroidTrackEventProcess.CALLER_UID).set(row, message.asInt());
                case AndroidProcessStartEvent.DEFINING_UID_FIELD_NUMBER ->
                    table.ints(TableNames.AndroidTrackEventProcess.DEFINING_UID).set(row, message.asInt());
                case AndroidProcessStartEvent.TRIGGER_TYPE_FIELD_NUMBER ->
                    table.strings(TableNames.AndroidTrackEventProcess.TRIGGER_TYPE)
                            .set(row, enumeration("TriggerType", message.asInt()));
                case AndroidProcessStartEvent.HOSTING_TYPE_FIELD_NUMBER ->
                    table.strings(TableNames.AndroidTrackEventProcess.HOSTING_TYPE)
                            .set(row, enumeration("HostingTypeId", message.asInt()));
                case AndroidProcessStartEvent.HOSTING_NAME_FIELD_NUMBER ->
                    table.strings(TableNames.AndroidTrackEventProcess.HOSTING_NAME)
                            .set(row, message.asStringId(strings));
                case AndroidProcessStartEvent.BIND_APPLICATION_DELAY_MS_FIELD_NUMBER ->
                    table.longs(TableNames.AndroidTrackEventProcess.BIND_APPLICATION_DELAY_MS)
                            .set(row, message.asLong());
                case AndroidProcessStartEvent.PROCESS_START_DELAY_MS_FIELD_NUMBER ->
                    table.longs(TableNames.AndroidTrackEventProcess.PROCESS_START_DELAY_MS)
                            .set(row, message.asLong());
                default -> {}
            }
        }
    }

    private int enumeration(String name, int value) {
        var descriptor = Descriptors.enumByName("com.android.internal." + name).findValueByNumber(value);
        return strings.intern(descriptor == null ? Integer.toString(value) : descriptor.getName());
    }

    private void onExit(long pid, long ts) {
        int utid = context.processes().threadOrNone(pid);
        int upid = utid == ProcessTracker.NONE
                ? ProcessTracker.NONE
                : context.processes().upidOf(utid);
        if (upid == ProcessTracker.NONE) {
            return;
        }
        table.longs(TableNames.AndroidTrackEventProcess.FW_END_TS).set(row(upid), ts);
        context.processes().endThread(ts, pid);
    }
}
