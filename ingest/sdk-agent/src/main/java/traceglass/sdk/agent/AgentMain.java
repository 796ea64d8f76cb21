package traceglass.sdk.agent;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.net.URISyntaxException;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/// Entry point of the agent: `-javaagent:traceglass-sdk-agent.jar=OPTIONS`. See [AgentOptions] for the options.
public final class AgentMain {

    private AgentMain() {}

    /// Called by the JVM before the program starts. Ends the JVM if the options are invalid, as the JVM does
    /// for its own options.
    public static void premain(@Nullable String options, Instrumentation instrumentation) throws IOException {
        try {
            start(options, instrumentation);
        } catch (IllegalArgumentException e) {
            System.err.println("-javaagent: " + e.getMessage());
            System.exit(1);
        }
    }

    /// Called by the JVM when the agent is attached to a running program.
    public static void agentmain(@Nullable String options, Instrumentation instrumentation) throws IOException {
        start(options, instrumentation);
    }

    private static void start(@Nullable String options, Instrumentation instrumentation) throws IOException {
        // If the program has loaded the SDK, use its copy: a second copy would have separate sessions.
        if (!isSdkLoaded(instrumentation)) {
            // From here on, the boot loader loads the agent's classes, so that classes of every loader can call them.
            appendToBootLoader(instrumentation);
        }
        AgentSession.start(options == null ? "" : options, instrumentation);
    }

    private static boolean isSdkLoaded(Instrumentation instrumentation) {
        for (Class<?> c : instrumentation.getAllLoadedClasses()) {
            String name = c.getName();
            if (name.startsWith("traceglass.sdk.") && !name.startsWith("traceglass.sdk.agent.")) {
                return true;
            }
        }
        return false;
    }

    private static void appendToBootLoader(Instrumentation instrumentation) throws IOException {
        try {
            File jar = new File(AgentMain.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            try (JarFile opened = new JarFile(jar)) {
                instrumentation.appendToBootstrapClassLoaderSearch(opened);
            }
        } catch (URISyntaxException e) {
            throw new IOException("Can't find the agent's jar file", e);
        }
    }
}
