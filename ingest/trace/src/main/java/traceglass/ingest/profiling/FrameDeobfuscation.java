package traceglass.ingest.profiling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import traceglass.ingest.ImportSession;
import traceglass.ingest.collection.GrowingInts;
import traceglass.protos.profiling.DeobfuscationMapping;
import traceglass.protos.profiling.ObfuscatedClass;
import traceglass.protos.profiling.ObfuscatedMember;
import traceglass.store.names.TableNames;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Deobfuscates frames with one mapping. R8 gives several methods the same name and inlines methods. If the line of a
/// frame is known, the line ranges of the mapping determine the method, or chain of inlined methods; otherwise all
/// candidates are listed.
final class FrameDeobfuscation {

    private final StringPool strings;
    private final JavaFrames javaFrames;
    private final Table frames;
    private final Table symbols;

    /// Source method, and the line range of the obfuscated method that maps to it.
    private record Method(String name, ObfuscatedMember member) {

        boolean hasLine(long line) {
            return (!member.hasObfuscatedLineStart() || line >= (member.getObfuscatedLineStart() & 0xFFFF_FFFFL))
                    && (!member.hasObfuscatedLineEnd() || line <= (member.getObfuscatedLineEnd() & 0xFFFF_FFFFL));
        }
    }

    FrameDeobfuscation(ImportSession session, JavaFrames javaFrames) {
        this.javaFrames = javaFrames;
        strings = session.strings();
        frames = session.storage().table(TableNames.StackProfileFrame.TABLE);
        symbols = session.storage().table(TableNames.StackProfileSymbol.TABLE);
    }

    void apply(DeobfuscationMapping mapping) {
        if (mapping.getPackageName().isEmpty()) {
            return;
        }
        int packageId = strings.find(mapping.getPackageName());
        int memoryPackage = strings.find(JavaFrames.IN_MEMORY);
        Map<Integer, List<Method>> methods = new HashMap<>();
        for (ObfuscatedClass c : mapping.getObfuscatedClassesList()) {
            for (ObfuscatedMember m : c.getObfuscatedMethodsList()) {
                int name = strings.find(c.getObfuscatedName() + "." + m.getObfuscatedName());
                if (name >= 0) {
                    methods.computeIfAbsent(name, n -> new ArrayList<>())
                            .add(new Method(Deobfuscation.fullName(c, m), m));
                }
            }
        }
        methods.forEach((name, candidates) -> {
            nameAll(javaFrames.find(name, packageId), candidates);
            nameAll(javaFrames.find(name, memoryPackage), candidates);
        });
    }

    private void nameAll(GrowingInts rows, List<Method> candidates) {
        for (int i = 0; i < rows.size(); i++) {
            long line = line(rows.get(i));
            List<Method> chain = line == LongColumn.NULL
                    ? List.of()
                    : candidates.stream().filter(m -> m.hasLine(line)).toList();
            String name = chain.isEmpty()
                    ? String.join(
                            " | ",
                            new TreeSet<>(candidates.stream().map(Method::name).toList()))
                    : chain.getLast().name;
            frames.strings(TableNames.StackProfileFrame.DEOBFUSCATED_NAME).set(rows.get(i), strings.intern(name));
            if (!chain.isEmpty()) {
                frames.longs(TableNames.StackProfileFrame.SYMBOL_SET_ID).set(rows.get(i), addSymbols(chain));
            }
        }
    }

    /// Returns the line of a frame as recorded by the profiler; [LongColumn#NULL] if unknown.
    private long line(int frame) {
        long set = frames.longs(TableNames.StackProfileFrame.SYMBOL_SET_ID).get(frame);
        LongColumn sets = symbols.longs(TableNames.StackProfileSymbol.SYMBOL_SET_ID);
        LongColumn lines = symbols.longs(TableNames.StackProfileSymbol.LINE_NUMBER);
        // The id of a symbol set is its first row.
        for (int row = (int) set; set != LongColumn.NULL && row < symbols.rowCount() && sets.get(row) == set; row++) {
            if (!lines.isNull(row)) {
                return lines.get(row);
            }
        }
        return LongColumn.NULL;
    }

    /// Adds symbols of inlined methods, innermost first.
    private int addSymbols(List<Method> chain) {
        int set = symbols.rowCount();
        for (Method m : chain) {
            int row = symbols.addRow();
            symbols.longs(TableNames.StackProfileSymbol.SYMBOL_SET_ID).set(row, set);
            symbols.strings(TableNames.StackProfileSymbol.NAME).set(row, strings.intern(m.name));
            if (m.member.hasSourceLineStart()) {
                symbols.longs(TableNames.StackProfileSymbol.LINE_NUMBER)
                        .set(row, m.member.getSourceLineStart() & 0xFFFF_FFFFL);
            }
            symbols.longs(TableNames.StackProfileSymbol.INLINED).set(row, m == chain.getLast() ? 0 : 1);
        }
        return set;
    }
}
