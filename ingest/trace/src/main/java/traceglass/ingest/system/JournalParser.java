package traceglass.ingest.system;

import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.protos.system.SystemdJournaldEventDecoder;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Parses `SystemdJournaldEvent`: a line of systemd's journal, or the number of lines lost by the recorder.
public final class JournalParser implements PacketParser {

    private final ImportContext context;

    public JournalParser(ImportContext context) {
        this.context = context;
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.JOURNALD_EVENT_FIELD_NUMBER};
    }

    @Override
    public void parse(long ts, Packet packet) {
        SystemdJournaldEventDecoder event = packet.decode(new SystemdJournaldEventDecoder());
        if (event.hasNumFailed()) {
            context.stats().set(StatNames.SYSTEMD_JOURNAL_NUM_FAILED, event.numFailed());
        }
        if (event.hasNumTotal()) {
            context.stats().set(StatNames.SYSTEMD_JOURNAL_NUM_TOTAL, event.numTotal());
        }
        if (!event.hasNumFailed() && !event.hasNumTotal()) {
            write(ts, event);
        }
    }

    private void write(long ts, SystemdJournaldEventDecoder event) {
        StringPool strings = context.strings();
        Table table = context.storage().table(TableNames.Logs.TABLE);
        long pid = Integer.toUnsignedLong(event.pid());
        long tid = event.hasTid() ? Integer.toUnsignedLong(event.tid()) : pid;
        int utid = pid == 0 ? -1 : context.processes().updateThread(tid, pid);
        ArgSetBuilder args = context.args().builder();
        if (event.hasUid()) {
            args.addInt(strings.intern("uid"), Integer.toUnsignedLong(event.uid()));
        }
        add(args, "comm", event.commId(strings));
        add(args, "systemd_unit", event.systemdUnitId(strings));
        add(args, "hostname", event.hostnameId(strings));
        add(args, "transport", event.transportId(strings));
        int row = table.addRow();
        table.longs(TableNames.Logs.TS).set(row, ts);
        if (utid >= 0) {
            table.ints(TableNames.Logs.UTID).set(row, utid);
        }
        table.longs(TableNames.Logs.PRIO).set(row, Integer.toUnsignedLong(event.prio()));
        table.strings(TableNames.Logs.LOG_SOURCE).set(row, strings.intern("systemd_journald"));
        table.strings(TableNames.Logs.TAG).set(row, event.tagId(strings));
        table.strings(TableNames.Logs.MSG).set(row, event.messageId(strings));
        table.ints(TableNames.Logs.ARG_SET_ID).set(row, context.args().commit(args));
    }

    private void add(ArgSetBuilder args, String key, int value) {
        if (value != StringPool.NULL) {
            args.addString(context.strings().intern(key), value);
        }
    }
}
