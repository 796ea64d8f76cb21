package traceglass.ingest.simpleperf;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.protos.foreign.simpleperf.ContextSwitchDecoder;
import traceglass.protos.foreign.simpleperf.FileDecoder;
import traceglass.protos.foreign.simpleperf.SampleDecoder;
import traceglass.protos.foreign.simpleperf.SimpleperfRecordDecoder;
import traceglass.store.names.StatNames;

/// Imports simpleperf samples as written by `report-sample --protobuf` (cmd_report_sample.proto of simpleperf): the
/// magic `SIMPLEPERF`, a two-byte version, records that are each preceded by their four-byte length, and a length of 0
/// at the end. All numbers are little-endian.
public final class SimpleperfImporter implements Importer {

    private static final byte[] MAGIC = "SIMPLEPERF".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION = 1;

    @Override
    public String id() {
        return "simpleperf_proto";
    }

    @Override
    public String displayName() {
        return "simpleperf samples";
    }

    @Override
    public int priority() {
        return 40;
    }

    @Override
    public boolean sniff(byte[] head) {
        return head.length >= MAGIC.length && Arrays.equals(head, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        ClockTracker clocks = context.clocks();
        ClockId clock = ClockId.of(ClockId.MONOTONIC);
        clocks.useOnly(clock);
        InputStream in = input.asStream();
        in.skipNBytes(MAGIC.length);
        byte[] version = in.readNBytes(Short.BYTES);
        if (version.length < Short.BYTES) {
            throw new TraceProblem(input.name() + " ends within the header of a simpleperf report");
        }
        int number = littleEndian(version) & 0xFFFF;
        if (number != VERSION) {
            throw new TraceProblem(input.name() + " has version " + number + " of simpleperf's report format; only"
                    + " version " + VERSION + " is supported");
        }
        SimpleperfRecords records = new SimpleperfRecords(context);
        EventSorter.Queue queue = context.sorter().queue(records);
        SimpleperfRecordDecoder fields = new SimpleperfRecordDecoder();
        SampleDecoder sample = new SampleDecoder();
        long lastTs = 0;
        while (true) {
            byte[] length = in.readNBytes(Integer.BYTES);
            int size = length.length < Integer.BYTES ? 0 : littleEndian(length);
            if (size == 0 && length.length == Integer.BYTES) {
                return;
            }
            byte[] record = size <= 0 ? new byte[0] : in.readNBytes(size);
            if (size <= 0 || record.length < size) {
                context.logs().recordAt(StatNames.TOKENIZER_SKIPPED_PACKETS, input.position(), null);
                return;
            }
            fields.decode(record, 0, size);
            if (fields.hasFile()) {
                records.addFile(fields.file(new FileDecoder()));
            }
            if (fields.hasSample()) {
                lastTs = fields.sample(sample).hasTime() ? sample.time() : lastTs;
            } else if (fields.hasContextSwitch()) {
                ContextSwitchDecoder contextSwitch = fields.contextSwitch(new ContextSwitchDecoder());
                lastTs = contextSwitch.hasTime() ? contextSwitch.time() : lastTs;
            }
            // A thread record has no timestamp; it applies from the time of the previous sample.
            long ts = fields.hasSample() || fields.hasThread() ? clocks.defaultToTraceTime(lastTs) : ClockTracker.NONE;
            if (ts != ClockTracker.NONE) {
                queue.push(ts, 0, record);
            }
        }
    }

    private static int littleEndian(byte[] bytes) {
        ByteBuffer b = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        return bytes.length == Short.BYTES ? b.getShort() : b.getInt();
    }
}
