package traceglass.sql.functions;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class GfpFlagsTest {

    @Test
    void namesDependOnTheKernelVersion() {
        assertEquals("GFP_KERNEL", GfpFlags.names(0xd0, "3.4.0"));
        assertEquals("GFP_KERNEL|GFP_KMEMCG", GfpFlags.names(0x1000d0, "3.10.9-g1"));
        assertEquals("GFP_KERNEL|GFP_ZERO", GfpFlags.names(0x24080c0, "4.4.1"));
        assertEquals("GFP_KERNEL|__GFP_ZERO", GfpFlags.names(0x14080c0, "5.10.107-android13-4"));
        assertEquals("GFP_HIGHUSER_MOVABLE|__GFP_ZERO", GfpFlags.names(0x14280ca, "6.1"));
    }

    @Test
    void unknownVersionsAndBitsAreAllowed() {
        assertEquals("GFP_NOWAIT", GfpFlags.names(0, ""));
        assertEquals("GFP_KERNEL", GfpFlags.names(0x24000c0, ""));
        assertEquals("GFP_HIGH|0x3", GfpFlags.names(0x23, "a.b"));
    }
}
