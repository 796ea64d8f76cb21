package traceglass.ingest.system;

import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.text.PrintedNumbers;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.protos.android.AndroidLogArgDecoder;
import traceglass.protos.android.AndroidLogEventDecoder;
import traceglass.protos.android.AndroidLogPacketDecoder;
import traceglass.protos.android.AndroidLogStatsDecoder;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.Table;

/// Parses `AndroidLogPacket`: lines of Android's log, each with its own wall clock time, and the number of lines lost
/// by the recorder.
public final class AndroidLogParser implements PacketParser {

    private static final int PRIORITY_INFO = 4;
    /// Longer strings of arguments are truncated, as in trace processor.
    private static final int MAX_ARGS = 4095;

    private final ImportContext context;
    private final EventSorter.Queue lines;
    private final ClockId realtime = ClockId.of(ClockId.REALTIME);
    private final Table table;
    private final AndroidLogEventDecoder event = new AndroidLogEventDecoder();
    private final int logcat;

    public AndroidLogParser(PacketContext packets) {
        context = packets.context();
        lines = packets.queue((ts, data, ref) -> readLine(ts, (byte[]) ref, (int) (data >>> 32), (int) data));
        table = context.storage().table(TableNames.Logs.TABLE);
        logcat = context.strings().intern("android_logcat");
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.ANDROID_LOG_FIELD_NUMBER};
    }

    @Override
    public boolean tokenize(long ts, Packet packet) {
        AndroidLogPacketDecoder log = packet.decode(new AndroidLogPacketDecoder());
        for (int i = 0; i < log.eventsCount(); i++) {
            long time =
                    context.clocks().toTraceTime(realtime, log.events(i, event).timestamp());
            if (time != ClockTracker.NONE) {
                lines.push(time, (long) log.eventsOffset(i) << 32 | log.eventsLength(i), packet.buffer());
            }
        }
        if (log.hasStats()) {
            readStats(log.stats(new AndroidLogStatsDecoder()));
        }
        return true;
    }

    private void readStats(AndroidLogStatsDecoder stats) {
        if (stats.hasNumTotal()) {
            context.stats().set(StatNames.ANDROID_LOG_NUM_TOTAL, stats.numTotal());
        }
        if (stats.hasNumFailed()) {
            context.stats().set(StatNames.ANDROID_LOG_NUM_FAILED, stats.numFailed());
        }
        if (stats.hasNumSkipped()) {
            context.stats().set(StatNames.ANDROID_LOG_NUM_SKIPPED, stats.numSkipped());
        }
    }

    private void readLine(long ts, byte[] buffer, int offset, int length) {
        event.decode(buffer, offset, length);
        int priority = event.prio() & 0xff;
        StringBuilder args = new StringBuilder();
        for (int i = 0; i < event.argsCount(); i++) {
            addArg(args, event.args(i, new AndroidLogArgDecoder()));
        }
        args.setLength(Math.min(args.length(), MAX_ARGS));
        long tid = Integer.toUnsignedLong(event.tid());
        long pid = Integer.toUnsignedLong(event.pid());
        int row = table.addRow();
        table.longs(TableNames.Logs.TS).set(row, ts);
        table.ints(TableNames.Logs.UTID).set(row, context.processes().updateThread(tid, pid));
        table.longs(TableNames.Logs.PRIO).set(row, priority == 0 ? PRIORITY_INFO : priority);
        table.strings(TableNames.Logs.LOG_SOURCE).set(row, logcat);
        table.strings(TableNames.Logs.TAG).set(row, context.strings().intern(event.tag()));
        table.strings(TableNames.Logs.MSG).set(row, context.strings().intern(event.message() + args));
    }

    /// Appends ` name=value`, the format used for values of binary log events.
    private static void addArg(StringBuilder text, AndroidLogArgDecoder arg) {
        String value = "";
        if (arg.hasIntValue()) {
            value = Long.toString(arg.intValue());
        } else if (arg.hasFloatValue()) {
            value = PrintedNumbers.fixed(arg.floatValue(), 6);
        } else if (arg.hasStringValue()) {
            value = '"' + arg.stringValue() + '"';
        }
        text.append(' ').append(arg.name()).append('=').append(value);
    }
}
