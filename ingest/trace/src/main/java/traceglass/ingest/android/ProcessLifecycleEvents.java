package traceglass.ingest.android;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.trackevent.TrackEventExtension;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.protos.Descriptors;
import traceglass.protos.extension.AndroidBinderDiedEventDecoder;
import traceglass.protos.extension.AndroidProcessStartEventDecoder;
import traceglass.protos.extension.FrameworksBaseTrackEvent;
import traceglass.protos.trackevent.TrackEventDecoder;
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
    public void onSlice(TrackEventDecoder event, int i, int slice, long ts) {
        if (event.otherNumber(i) == START) {
            AndroidProcessStartEventDecoder start = event.other(i, new AndroidProcessStartEventDecoder());
            if (start.hasPid()) {
                onStarted(start, ts);
            }
        } else {
            AndroidBinderDiedEventDecoder died = event.other(i, new AndroidBinderDiedEventDecoder());
            if (died.hasPid()) {
                onExit(Integer.toUnsignedLong(died.pid()), ts);
            }
        }
    }

    private int row(int upid) {
        return rows.computeIfAbsent(upid, u -> {
            int row = table.addRow();
            table.ints(TableNames.AndroidTrackEventProcess.UPID).set(row, u);
            return row;
        });
    }

    private void onStarted(AndroidProcessStartEventDecoder start, long ts) {
        int upid = context.processes().process(Integer.toUnsignedLong(start.pid()));
        int row = row(upid);
        if (table.longs(TableNames.AndroidTrackEventProcess.FW_START_TS).isNull(row)) {
            table.longs(TableNames.AndroidTrackEventProcess.FW_START_TS).set(row, ts);
        }
        if (start.hasUid()) {
            context.processes().setUid(upid, Integer.toUnsignedLong(start.uid()));
        }
        if (start.hasProcessName()) {
            context.processes().setProcessName(upid, start.processNameId(strings), NamePriority.OfProcess.OTHER);
        }
        setNumbers(start, row);
        if (start.hasTriggerType()) {
            table.strings(TableNames.AndroidTrackEventProcess.TRIGGER_TYPE)
                    .set(row, enumeration("TriggerType", start.triggerType()));
        }
        if (start.hasHostingType()) {
            table.strings(TableNames.AndroidTrackEventProcess.HOSTING_TYPE)
                    .set(row, enumeration("HostingTypeId", start.hostingType()));
        }
        if (start.hasHostingName()) {
            table.strings(TableNames.AndroidTrackEventProcess.HOSTING_NAME).set(row, start.hostingNameId(strings));
        }
    }

    private void setNumbers(AndroidProcessStartEventDecoder start, int row) {
        if (start.hasStartSeqId()) {
            table.longs(TableNames.AndroidTrackEventProcess.START_SEQ_ID).set(row, start.startSeqId());
        }
        if (start.hasPackageUid()) {
            table.ints(TableNames.AndroidTrackEventProcess.PACKAGE_UID).set(row, start.packageUid());
        }
        if (start.hasCallerUid()) {
            table.ints(TableNames.AndroidTrackEventProcess.CALLER_UID).set(row, start.callerUid());
        }
        if (start.hasDefiningUid()) {
            table.ints(TableNames.AndroidTrackEventProcess.DEFINING_UID).set(row, start.definingUid());
        }
        if (start.hasBindApplicationDelayMs()) {
            table.longs(TableNames.AndroidTrackEventProcess.BIND_APPLICATION_DELAY_MS)
                    .set(row, start.bindApplicationDelayMs());
        }
        if (start.hasProcessStartDelayMs()) {
            table.longs(TableNames.AndroidTrackEventProcess.PROCESS_START_DELAY_MS)
                    .set(row, start.processStartDelayMs());
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
