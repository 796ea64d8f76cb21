package traceglass.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class CategoryRulesTest {

    private static boolean isOn(TracingOptions options, String name, String... tags) {
        return CategoryRules.isEnabled(name, List.of(tags), options);
    }

    @Test
    void recordsAllButSlowAndDebugByDefault() {
        TracingOptions none = new TracingOptions();
        assertTrue(isOn(none, "net"));
        assertTrue(isOn(none, "net", "other"));
        assertFalse(isOn(none, "net", "slow"));
        assertFalse(isOn(none, "net", "other", "debug"));
    }

    @Test
    void enablingACategoryDisablesNoOtherCategory() {
        assertTrue(isOn(new TracingOptions().enable("foo"), "bar"));
        assertFalse(isOn(new TracingOptions().enable("foo").disable("*"), "bar"));
        assertTrue(isOn(new TracingOptions().enable("foo").disable("*"), "foo"));
    }

    @Test
    void exactNamesTakePrecedenceOverTagsButPatternsDoNot() {
        assertTrue(isOn(new TracingOptions().enable("foo"), "foo", "slow"));
        assertFalse(isOn(new TracingOptions().enable("*"), "foo", "slow"));
        assertFalse(isOn(new TracingOptions().enable("fo*"), "foo", "slow"));
        assertTrue(isOn(new TracingOptions().enable("net.*").disable("*"), "net.http"));
        assertFalse(isOn(new TracingOptions().enable("net.*").disable("*"), "network"));
        assertFalse(isOn(new TracingOptions().enable("net.*").disable("net.http"), "net.http"));
        assertTrue(isOn(new TracingOptions().enable("net.http").disable("net.*"), "net.http"));
    }

    @Test
    void listedTagsReplaceTheDefaults() {
        assertTrue(isOn(new TracingOptions().enableTags("slow"), "foo", "slow"));
        assertTrue(isOn(new TracingOptions().enableTags("other"), "foo", "debug"));
        assertTrue(isOn(new TracingOptions().disableTags("other"), "foo", "debug"));
        assertFalse(isOn(new TracingOptions().disableTags("other").enableTags("x"), "foo", "x", "other"));
        assertTrue(isOn(new TracingOptions().disable("*").enableTags("x"), "foo", "x"));
    }

    @Test
    void runningSessionsApplyToNewCategories() {
        try (InProcessRecording recording =
                InProcessRecording.start(new TracingOptions().bufferKb(16).disable("sdk.rules.*"))) {
            assertFalse(Category.of("sdk.rules.late").isEnabled());
            assertTrue(Category.of("sdk.ruled").isEnabled());
            assertTrue(recording.isRunning());
        }
        assertFalse(Category.of("sdk.ruled").isEnabled());
        assertEquals("sdk.ruled", Category.of("sdk.ruled").name());
    }
}
