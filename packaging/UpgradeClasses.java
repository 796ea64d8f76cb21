import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/// Copies a jar and upgrades classes of Java 5 and older to the class file version of Java 8, with stack maps. The JVM
/// verifies classes without stack maps slowly, at every start, and can't keep them in an AOT cache. Started by
/// `quick-start`.
class UpgradeClasses {

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
            for (Enumeration<JarEntry> entries = in.entries(); entries.hasMoreElements(); ) {
                JarEntry entry = entries.nextElement();
                out.putNextEntry(new JarEntry(entry.getName()));
                try (InputStream bytes = in.getInputStream(entry)) {
                    byte[] content = bytes.readAllBytes();
                    out.write(entry.getName().endsWith(".class") ? upgraded(format, content) : content);
                }
            }
        }
    }

    private static byte[] upgraded(ClassFile format, byte[] bytes) {
        ClassModel old = format.parse(bytes);
        if (old.majorVersion() >= ClassFile.JAVA_6_VERSION) {
            return bytes;
        }
        ClassTransform version = (builder, element) -> {
            if (element instanceof ClassFileVersion) {
                builder.withVersion(ClassFile.JAVA_8_VERSION, 0);
            } else {
                builder.with(element);
            }
        };
        try {
            // Stack maps are only computed for code that passes through a transform.
            return format.transformClass(
                    old, version.andThen(ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL)));
        } catch (IllegalArgumentException e) {
            // A class that this one needs is missing: keep it unchanged.
            return bytes;
        }
    }
}
