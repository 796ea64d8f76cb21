package traceglass.analysis.flame;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KernelFramesTest {

    @ParameterizedTest
    @CsvSource({
        "[kernel.kallsyms], true",
        "[kernel.kallsyms]_text, true",
        "[guest.kernel.kallsyms], true",
        "[kernel], true",
        "kernel, true",
        "/usr/lib/debug/boot/vmlinux-6.8.0, true",
        "/lib/modules/6.8.0/kernel/net/nf_tables.ko.zst, true",
        "C:\\Windows\\System32\\ntoskrnl.exe, true",
        "win32kfull.sys, true",
        "mach_kernel, true",
        "[vdso], false",
        "/apex/com.android.art/lib64/libart.so, false",
        "kernel32.dll, false",
        "'', false"
    })
    void theModuleDecides(String module, boolean kernel) {
        assertEquals(kernel, KernelFrames.isKernel(module));
    }
}
