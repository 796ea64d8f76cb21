package traceglass.sdk.agent;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Instruments the classes that the patterns select, when a class is loaded or retransformed.
///
/// Classes of the SDK, of `java.base` and internal JDK classes are never instrumented: the SDK uses them to write
/// events, so each event would trigger further events endlessly.
final class MethodTransformer implements ClassFileTransformer {

    private static final System.Logger LOG = System.getLogger("traceglass.sdk.agent");
    private static final List<String> EXCLUDED = List.of("traceglass/sdk/", "java/lang/", "jdk/", "sun/");

    private final MethodPatterns patterns;
    private int classes;
    private int methods;

    MethodTransformer(MethodPatterns patterns) {
        this.patterns = patterns;
    }

    synchronized int classes() {
        return classes;
    }

    synchronized int methods() {
        return methods;
    }

    @Override
    public byte @Nullable [] transform(
            Module module,
            @Nullable ClassLoader loader,
            @Nullable String internalName,
            @Nullable Class<?> redefined,
            @Nullable ProtectionDomain domain,
            byte[] bytes) {
        if (internalName == null || !isTraceable(module, internalName)) {
            return null;
        }
        String name = internalName.replace('/', '.');
        try {
            if (!patterns.matchesClass(name) || !canFindMethodTrace(loader)) {
                return null;
            }
            MethodInstrumenter instrumenter = new MethodInstrumenter();
            byte[] changed = instrumenter.instrument(bytes, method -> patterns.matches(name, method));
            if (changed != null) {
                add(instrumenter.count());
            }
            return changed;
        } catch (RuntimeException | LinkageError e) {
            LOG.log(System.Logger.Level.WARNING, "Can't trace the methods of " + name, e);
            return null;
        }
    }

    private synchronized void add(int count) {
        classes++;
        methods += count;
    }

    private static boolean isTraceable(Module module, String internalName) {
        return !"java.base".equals(module.getName()) && EXCLUDED.stream().noneMatch(internalName::startsWith);
    }

    /// Returns whether classes of a loader can find [MethodTrace].
    private static boolean canFindMethodTrace(@Nullable ClassLoader loader) {
        try {
            return Class.forName(MethodTrace.class.getName(), false, loader) == MethodTrace.class;
        } catch (ClassNotFoundException e) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    loader + " does not delegate to the boot loader; let it delegate the packages traceglass.sdk.*");
            return false;
        }
    }

    /// Instruments the classes that are already loaded.
    void transformLoaded(Instrumentation instrumentation) {
        for (Class<?> c : instrumentation.getAllLoadedClasses()) {
            if (!c.isHidden()
                    && instrumentation.isModifiableClass(c)
                    && isTraceable(c.getModule(), c.getName().replace('.', '/'))
                    && patterns.matchesClass(c.getName())) {
                try {
                    instrumentation.retransformClasses(c);
                } catch (UnmodifiableClassException | LinkageError e) {
                    LOG.log(System.Logger.Level.WARNING, "Can't trace the methods of " + c.getName(), e);
                }
            }
        }
    }
}
