package traceglass.sdk.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class MethodPatternsTest {

    private static boolean matches(String className, String method, String... patterns) {
        return MethodPatterns.of(List.of(patterns)).matches(className, method);
    }

    @Test
    void selectsClassesPackagesAndMethods() {
        assertTrue(matches("com.shop.Orders", "place", "com.shop.Orders"));
        assertTrue(matches("com.shop.Orders", "<init>", "com.shop.*"));
        assertFalse(matches("com.shop.web.Page", "show", "com.shop.*"));
        assertTrue(matches("com.shop.web.Page", "show", "com.shop.**"));
        assertFalse(matches("com.shopping.Page", "show", "com.shop.**"));
        assertTrue(matches("com.shop.Orders$Line", "price", "com.shop.*$Line#pri*"));
        assertFalse(matches("com.shop.Orders$Line", "price", "com.shop.Orders"));
        assertTrue(matches("com.shop.OrderService", "save", "**Service#save"));
        assertFalse(matches("com.shop.OrderService", "saveAll", "**Service#save"));
        assertTrue(matches("Main", "main", "*#main"));
    }

    @Test
    void exclusionsTakePrecedence() {
        assertFalse(matches("com.shop.Orders", "getId", "com.shop.**", "-com.shop.**#get*"));
        assertTrue(matches("com.shop.Orders", "place", "com.shop.**", "-com.shop.**#get*"));
        assertFalse(matches("com.shop.gen.Proto", "parse", "-com.shop.gen.**", "com.shop.**"));
        assertFalse(matches("com.shop.Orders", "<init>", "com.shop.**", "-**#<init>"));
        MethodPatterns patterns =
                MethodPatterns.of(List.of("com.shop.**", "-com.shop.gen.**", "-com.shop.Orders#get*"));
        assertFalse(patterns.matchesClass("com.shop.gen.Proto"));
        assertTrue(patterns.matchesClass("com.shop.Orders"));
    }

    @Test
    void readsOptions() {
        AgentOptions options = AgentOptions.parse("com.shop.**, -**#get*,file=a b.pftrace,buffer-kb=128,ring=true");
        assertEquals(Path.of("a b.pftrace"), options.file());
        assertEquals(128, options.bufferKb());
        assertTrue(options.isRing());
        assertFalse(options.isSystem());
        assertFalse(options.patterns().matches("com.shop.Orders", "getId"));
    }

    @Test
    void refusesInvalidOptions() {
        for (String wrong : List.of(
                "",
                "file=x",
                "-com.shop.**",
                "com.shop.**,fil=x",
                "com.shop.**,ring=yes",
                "#m",
                "com.shop.**,buffer-kb=many",
                "com.shop.Orders#")) {
            assertThrows(IllegalArgumentException.class, () -> AgentOptions.parse(wrong), wrong);
        }
    }
}
