import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/// Copies the jar of a library and changes classes that make every start slower. Started by `quick-start` and `image`.
///
/// - Classes of Java 5 and older are upgraded to the class file version of Java 8, with stack maps: the JVM verifies
///   classes without stack maps slowly, and can't keep them in an AOT cache.
/// - Lookups of optional classes and resources that Traceglass never has return null at once. They would open and index
///   all jars of the class path: 20 ms of CPU time for 31,000 entries.
/// - Logs that are created while a class is loaded are the global one, without output. The first other log reads the
///   settings of logging and looks for logging services in all jars.
class PrepareClasses {

    /// Called methods whose result is null in the given method: class and method, and the called method.
    private static final Map<String, String> LOOKUPS = Map.of(
            // Android.
            "com/google/protobuf/Android.getClassForName", "java/lang/Class.forName",
            // The native library within the jar: it is where Java finds it without unpacking.
            "org/duckdb/DuckDBNative.loadNativeLibrary", "java/lang/Class.getResource",
            // The time at which a function was registered: it would read the rules of all time zones.
            "org/duckdb/DuckDBFunctions$RegisteredFunction.<init>", "java/time/LocalDateTime.now");

    private static final String NATIVE_LIBRARY = "libduckdb_java.";
    private static final String GET_LOGGER = "java/util/logging/Logger.getLogger";
    private static final ClassDesc LOGGER = ClassDesc.of("java.util.logging.Logger");

    /// @param args the jar, and the file to write
    public static void main(String... args) throws IOException {
        Path jar = Path.of(args[0]);
        try (JarFile in = new JarFile(jar.toFile());
                URLClassLoader classes =
                        new URLClassLoader(new URL[] {jar.toUri().toURL()});
                JarOutputStream out = new JarOutputStream(Files.newOutputStream(Path.of(args[1])))) {
            ClassFile format = ClassFile.of(
                    ClassFile.StackMapsOption.GENERATE_STACK_MAPS,
                    ClassFile.ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(classes)
                            .orElse(ClassHierarchyResolver.ofResourceParsing(ClassLoader.getSystemClassLoader()))));
            // On Windows, the native library stays in the jar.
            boolean hasLibrary = in.stream().anyMatch(e -> e.getName().contains(NATIVE_LIBRARY));
            for (Enumeration<JarEntry> entries = in.entries(); entries.hasMoreElements(); ) {
                JarEntry entry = entries.nextElement();
                JarEntry copy = new JarEntry(entry.getName());
                // Packages of one version are the same.
                copy.setLastModifiedTime(entry.getLastModifiedTime());
                out.putNextEntry(copy);
                try (InputStream bytes = in.getInputStream(entry)) {
                    byte[] content = bytes.readAllBytes();
                    boolean isChanged = entry.getName().endsWith(".class")
                            && !(hasLibrary && entry.getName().endsWith("/DuckDBNative.class"));
                    out.write(isChanged ? prepared(format, content) : content);
                }
            }
        }
    }

    private static byte[] prepared(ClassFile format, byte[] bytes) {
        ClassModel old = format.parse(bytes);
        String className = old.thisClass().asInternalName();
        boolean isOld = old.majorVersion() < ClassFile.JAVA_6_VERSION;
        boolean hasCalls = old.methods().stream()
                .flatMap(m ->
                        m.code().stream().flatMap(c -> c.elementStream().filter(e -> isReplaced(className, m, e))))
                .findAny()
                .isPresent();
        if (!isOld && !hasCalls) {
            return bytes;
        }
        ClassTransform change = (builder, element) -> {
            if (isOld && element instanceof ClassFileVersion) {
                builder.withVersion(ClassFile.JAVA_8_VERSION, 0);
            } else if (element instanceof MethodModel method) {
                // Stack maps are only computed for code that passes through a transform.
                builder.transformMethod(method, MethodTransform.transformingCode((code, instruction) -> {
                    if (isReplaced(className, method, instruction)) {
                        replace((InvokeInstruction) instruction, code);
                    } else {
                        code.with(instruction);
                    }
                }));
            } else {
                builder.with(element);
            }
        };
        try {
            return format.transformClass(old, change);
        } catch (IllegalArgumentException e) {
            // A class that this one needs is missing: keep it unchanged.
            return bytes;
        }
    }

    private static boolean isReplaced(String className, MethodModel method, CodeElement element) {
        if (!(element instanceof InvokeInstruction call)) {
            return false;
        }
        String name = method.methodName().stringValue();
        String called = call.owner().asInternalName() + "." + call.name().stringValue();
        return called.equals(LOOKUPS.get(className + "." + name))
                || name.equals("<clinit>") && called.equals(GET_LOGGER);
    }

    /// Adds the result in place of a call.
    private static void replace(InvokeInstruction call, CodeBuilder code) {
        for (ClassDesc parameter : call.typeSymbol().parameterList().reversed()) {
            if (TypeKind.from(parameter).slotSize() == 2) {
                code.pop2();
            } else {
                code.pop();
            }
        }
        if (call.opcode() != Opcode.INVOKESTATIC) {
            code.pop();
        }
        if (call.typeSymbol().returnType().equals(LOGGER)) {
            code.getstatic(LOGGER, "global", LOGGER);
        } else {
            code.aconst_null();
        }
    }
}
