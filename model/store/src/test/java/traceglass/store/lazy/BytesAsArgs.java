package traceglass.store.lazy;

import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Decodes a payload into one argument per byte, named after the event's number.
public final class BytesAsArgs implements LazyArgs {

    @Override
    public String name() {
        return FTRACE;
    }

    @Override
    public Decoder open(TraceStorage storage) {
        Table args = storage.table("__intrinsic_args");
        return (row, eventId, payload) -> {
            for (byte b : payload) {
                int r = args.addRow();
                args.ints("arg_set_id").set(r, row);
                args.strings("key").set(r, storage.strings().intern("field" + eventId));
                args.longs("int_value").set(r, b);
                args.strings("value_type").set(r, storage.strings().intern("int"));
            }
        };
    }
}
