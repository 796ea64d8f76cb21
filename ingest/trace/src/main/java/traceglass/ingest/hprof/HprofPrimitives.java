package traceglass.ingest.hprof;

import traceglass.store.names.TableNames;
import traceglass.store.table.DoubleColumn;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Writes the fields of primitive types.
final class HprofPrimitives {

    private final Table table;
    private final LongColumn sets;
    private final IntColumn names;
    private final IntColumn types;
    private final LongColumn[] integers = new LongColumn[HprofType.LONG + 1];
    private final DoubleColumn floats;
    private final DoubleColumn doubles;
    private final int[] typeNames = new int[HprofType.LONG + 1];

    HprofPrimitives(Table table, StringPool strings) {
        this.table = table;
        sets = table.longs(TableNames.HeapGraphPrimitive.FIELD_SET_ID);
        names = table.strings(TableNames.HeapGraphPrimitive.FIELD_NAME);
        types = table.strings(TableNames.HeapGraphPrimitive.FIELD_TYPE);
        integers[HprofType.BOOLEAN] = table.longs(TableNames.HeapGraphPrimitive.BOOL_VALUE);
        integers[HprofType.CHAR] = table.longs(TableNames.HeapGraphPrimitive.CHAR_VALUE);
        integers[HprofType.BYTE] = table.longs(TableNames.HeapGraphPrimitive.BYTE_VALUE);
        integers[HprofType.SHORT] = table.longs(TableNames.HeapGraphPrimitive.SHORT_VALUE);
        integers[HprofType.INT] = table.longs(TableNames.HeapGraphPrimitive.INT_VALUE);
        integers[HprofType.LONG] = table.longs(TableNames.HeapGraphPrimitive.LONG_VALUE);
        floats = table.doubles(TableNames.HeapGraphPrimitive.FLOAT_VALUE);
        doubles = table.doubles(TableNames.HeapGraphPrimitive.DOUBLE_VALUE);
        for (int type = HprofType.BOOLEAN; type <= HprofType.LONG; type++) {
            typeNames[type] = strings.intern(HprofType.name(type));
        }
    }

    /// Returns the string id of the name of a primitive type.
    int typeName(int type) {
        return typeNames[type];
    }

    boolean isEmpty() {
        return table.rowCount() == 0;
    }

    void seal() {
        table.seal(table.rowCount());
    }

    /// Writes the fields of an instance and returns the id of their set; [LongColumn#NULL] if it has none.
    long ofInstance(HprofLayout layout, HprofEntries e) {
        int set = table.rowCount();
        byte[] data = e.data();
        for (int i = 0; i < layout.size(); i++) {
            int type = layout.types()[i];
            int offset = layout.offsets()[i];
            if (type == HprofType.OBJECT) {
                continue;
            }
            if (offset + HprofType.size(type, 0) > e.dataLength()) {
                break;
            }
            long value = switch (HprofType.size(type, 0)) {
                case 1 -> data[offset] & 0xFF;
                case 2 -> BigEndian.s2(data, offset);
                case 4 -> BigEndian.s4(data, offset);
                default -> BigEndian.s8(data, offset);
            };
            add(set, layout.names()[i], type, value);
        }
        return table.rowCount() > set ? set : LongColumn.NULL;
    }

    /// Writes the static fields of a class and returns the id of their set; [LongColumn#NULL] if it has none.
    long ofClass(HprofClass c) {
        int set = table.rowCount();
        for (int i = 0; i < c.staticTypes.length; i++) {
            if (c.staticTypes[i] != HprofType.OBJECT) {
                add(set, c.staticNames[i], c.staticTypes[i], c.staticValues[i]);
            }
        }
        return table.rowCount() > set ? set : LongColumn.NULL;
    }

    private void add(int set, int name, int type, long value) {
        int row = table.addRow();
        sets.set(row, set);
        names.set(row, name);
        types.set(row, typeNames[type]);
        switch (type) {
            case HprofType.FLOAT -> floats.set(row, Float.intBitsToFloat((int) value));
            case HprofType.DOUBLE -> doubles.set(row, Double.longBitsToDouble(value));
            default -> integers[type].set(row, integer(type, value));
        }
    }

    private static long integer(int type, long value) {
        return switch (type) {
            case HprofType.BOOLEAN -> value == 0 ? 0 : 1;
            case HprofType.CHAR -> value & 0xFFFF;
            case HprofType.SHORT -> (short) value;
            case HprofType.INT -> (int) value;
            default -> value;
        };
    }
}
