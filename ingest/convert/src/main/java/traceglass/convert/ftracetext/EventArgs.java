package traceglass.convert.ftracetext;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.convert.format.StoredTables;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.ftrace.FtraceArgs;
import traceglass.sql.result.QueryException;
import traceglass.sql.stored.RowBlock;
import traceglass.sql.stored.StoredArgs;
import traceglass.store.lazy.LazyArgs;
import traceglass.store.names.TableNames;
import traceglass.store.table.DoubleColumn;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Reads the arguments of raw events: decodes those that the import left encoded, and looks up the others.
final class EventArgs implements AutoCloseable {

    private static final int BYTES_PER_ARG = 48;
    private static final int MAX_TEXTS = 1 << 16;

    private final StoredArgs<List<FtraceEvent.Arg>> stored;
    private Decoding decoding = new Decoding();

    EventArgs(StoredTables tables) throws ConvertProblem {
        stored = tables.args(EventArgs::toArgs, args -> args.size() * BYTES_PER_ARG);
    }

    /// Decoder with its tables, which are replaced when they contain many strings.
    private static final class Decoding {
        private final TraceStorage storage = new TraceStorage();
        private final Table table = storage.table(TableNames.Args.TABLE);
        private final LazyArgs.Decoder decoder = new FtraceArgs().open(storage);
        private final IntColumn key = table.strings(TableNames.Args.KEY);
        private final LongColumn number = table.longs(TableNames.Args.INT_VALUE);
        private final IntColumn text = table.strings(TableNames.Args.STRING_VALUE);
        private final DoubleColumn real = table.doubles(TableNames.Args.REAL_VALUE);
        private final IntColumn type = table.strings(TableNames.Args.VALUE_TYPE);

        List<FtraceEvent.Arg> decode(int event, int eventId, byte[] payload) {
            int from = table.rowCount();
            decoder.decode(event, eventId, payload);
            int end = table.rowCount();
            List<FtraceEvent.Arg> args = new ArrayList<>(end - from);
            for (int row = from; row < end; row++) {
                String name = storage.strings().get(key.get(row));
                if (name != null) {
                    args.add(arg(
                            name,
                            storage.strings().get(type.get(row)),
                            number.isNull(row) ? 0 : number.get(row),
                            real.get(row),
                            storage.strings().get(text.get(row))));
                }
            }
            return args;
        }

        void recycle() {
            for (int chunk = table.firstChunk(); chunk < table.rowCount() >> Table.CHUNK_BITS; chunk++) {
                table.recycleChunk(chunk);
            }
        }
    }

    /// Returns the arguments of each event of a block with the columns `id`, …, `arg_set_id`, `event_id`,
    /// `payload`.
    List<List<FtraceEvent.Arg>> read(RowBlock block) throws QueryException {
        List<List<FtraceEvent.Arg>> sets = new ArrayList<>(block.size());
        for (int row = 0; row < block.size(); row++) {
            byte[] payload = block.bytes(7, row);
            if (payload != null) {
                sets.add(decoding.decode((int) block.number(0, row), (int) block.number(6, row), payload));
                continue;
            }
            List<FtraceEvent.Arg> set = block.isNull(5, row) ? null : stored.get(block.number(5, row));
            sets.add(set == null ? List.of() : set);
        }
        decoding.recycle();
        if (decoding.storage.strings().size() > MAX_TEXTS) {
            decoding = new Decoding();
        }
        return sets;
    }

    private static List<FtraceEvent.Arg> toArgs(List<StoredArgs.Arg> args) {
        List<FtraceEvent.Arg> shown = new ArrayList<>(args.size());
        for (StoredArgs.Arg a : args) {
            shown.add(arg(a.key(), a.type(), a.number(), a.real(), a.text()));
        }
        return shown;
    }

    private static FtraceEvent.Arg arg(
            String key, @Nullable String type, long number, double real, @Nullable String text) {
        return switch (type == null ? "" : type) {
            case "int" -> new FtraceEvent.Arg(key, number, null, null);
            case "uint" -> new FtraceEvent.Arg(key, number, null, number < 0 ? Long.toUnsignedString(number) : null);
            case "pointer" -> new FtraceEvent.Arg(key, number, null, "0x" + Long.toHexString(number));
            case "bool" -> new FtraceEvent.Arg(key, number, null, number != 0 ? "true" : "false");
            case "real" -> new FtraceEvent.Arg(key, number, null, realText(real));
            default -> new FtraceEvent.Arg(key, number, text, null);
        };
    }

    private static String realText(double value) {
        if (!Double.isFinite(value)) {
            return Double.toString(value);
        }
        String text = new BigDecimal(Double.toString(value)).toPlainString();
        return text.indexOf('.') < 0 ? text + ".0" : text;
    }

    @Override
    public void close() throws QueryException {
        stored.close();
    }
}
