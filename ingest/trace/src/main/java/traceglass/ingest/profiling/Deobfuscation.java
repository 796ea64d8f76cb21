package traceglass.ingest.profiling;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportSession;
import traceglass.protos.profiling.DeobfuscationMapping;
import traceglass.protos.profiling.ObfuscatedClass;
import traceglass.protos.profiling.ObfuscatedMember;
import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Adds source names to obfuscated Java code: to frames, and to classes and fields in heap dumps. Mappings may appear
/// anywhere in any file, so they are applied after everything else has been read.
final class Deobfuscation {

    private final ImportSession session;
    private final StringPool strings;
    private final List<byte[]> mappings = new ArrayList<>();
    private boolean isRegistered;

    private Deobfuscation(ImportSession session) {
        this.session = session;
        strings = session.strings();
    }

    static Deobfuscation of(ImportSession session) {
        return session.shared(Deobfuscation.class, Deobfuscation::new);
    }

    /// Adds a `DeobfuscationMapping`, which must be valid.
    void add(byte[] mapping) {
        mappings.add(mapping);
    }

    void runOnceAtEnd() {
        if (!isRegistered) {
            isRegistered = true;
            session.atEnd(this::run);
        }
    }

    private void run() {
        JavaFrames frames = new JavaFrames(session);
        Map<Integer, Integer> fieldNames = new HashMap<>();
        for (byte[] bytes : mappings) {
            try {
                DeobfuscationMapping mapping = DeobfuscationMapping.parseFrom(bytes);
                new FrameDeobfuscation(session, frames).apply(mapping);
                applyClasses(mapping);
                applyFields(mapping, fieldNames);
            } catch (InvalidProtocolBufferException e) {
                throw new IllegalStateException("a mapping that was valid when added can no longer be read", e);
            }
        }
        if (!fieldNames.isEmpty()) {
            nameFields(fieldNames);
        }
    }

    private void applyClasses(DeobfuscationMapping mapping) {
        int packageId = mapping.getPackageName().isEmpty() ? -1 : strings.find(mapping.getPackageName());
        Map<Integer, String> names = new HashMap<>();
        for (ObfuscatedClass c : mapping.getObfuscatedClassesList()) {
            int id = strings.find(c.getObfuscatedName());
            if (id >= 0) {
                names.put(id, c.getDeobfuscatedName());
            }
        }
        HeapGraphs graphs = HeapGraphs.of(session);
        Table table = graphs.classes();
        for (HeapGraphs.RegisteredClass c : graphs.registeredClasses()) {
            String name = c.packageId() == StringPool.NULL || c.packageId() == packageId ? names.get(c.nameId()) : null;
            if (name != null) {
                String type = strings.get(
                        table.strings(TableNames.HeapGraphClass.NAME).get(c.row()));
                table.strings(TableNames.HeapGraphClass.DEOBFUSCATED_NAME)
                        .set(c.row(), strings.intern(JavaTypeName.of(type).withName(name)));
            }
        }
    }

    private void applyFields(DeobfuscationMapping mapping, Map<Integer, Integer> names) {
        for (ObfuscatedClass c : mapping.getObfuscatedClassesList()) {
            for (ObfuscatedMember m : c.getObfuscatedMembersList()) {
                int id = strings.find(c.getObfuscatedName() + "." + m.getObfuscatedName());
                if (id >= 0) {
                    names.put(id, strings.intern(fullName(c, m)));
                }
            }
        }
    }

    private void nameFields(Map<Integer, Integer> names) {
        Table references = HeapGraphs.of(session).references();
        IntColumn fieldNames = references.strings(TableNames.HeapGraphReference.FIELD_NAME);
        IntColumn deobfuscated = references.strings(TableNames.HeapGraphReference.DEOBFUSCATED_FIELD_NAME);
        // Rows of large dumps in another format, to which mappings do not apply, are not kept in memory.
        for (int row = references.firstChunk() << Table.CHUNK_BITS, n = references.rowCount(); row < n; row++) {
            Integer name = names.get(fieldNames.get(row));
            if (name != null) {
                deobfuscated.set(row, name);
            }
        }
    }

    /// Returns the name of a member with its class. Members that were moved from another class already include that
    /// class in their name.
    static String fullName(ObfuscatedClass c, ObfuscatedMember m) {
        return m.getDeobfuscatedName().contains(".")
                ? m.getDeobfuscatedName()
                : c.getDeobfuscatedName() + "." + m.getDeobfuscatedName();
    }
}
