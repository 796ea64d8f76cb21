package traceglass.sql.demangle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DemanglerTest {

    private static final String[][] NAMES = {
        {"_Z3foov", "foo()"},
        {"_ZN3foo3barEi", "foo::bar(int)"},
        {"_ZNK3art6Thread9IsExitingEv", "art::Thread::IsExiting() const"},
        {
            "_ZN7_JNIEnv20CallStaticVoidMethodEP7_jclassP10_jmethodIDz",
            "_JNIEnv::CallStaticVoidMethod(_jclass*, _jmethodID*, ...)"
        },
        {
            "_ZN3art11interpreter6DoCallILb1EEEbPNS_9ArtMethodEPNS_6ThreadERNS_11ShadowFrameEPKNS_11InstructionEtbPNS_6JValueE",
            "bool art::interpreter::DoCall<true>(art::ArtMethod*, art::Thread*, art::ShadowFrame&, art::Instruction"
                    + " const*, unsigned short, bool, art::JValue*)"
        },
        {
            "_ZN3art12InvokeMethodILNS_11PointerSizeE8EEEP8_jobjectRKNS_33ScopedObjectAccessAlreadyRunnableES3_S3_S3_m",
            "_jobject* art::InvokeMethod<(art::PointerSize)8>(art::ScopedObjectAccessAlreadyRunnable const&,"
                    + " _jobject*, _jobject*, _jobject*, unsigned long)"
        },
        {
            "_ZNSt3__16vectorIiNS_9allocatorIiEEE9push_backEOi",
            "std::__1::vector<int, std::__1::allocator<int>>::push_back(int&&)"
        },
        {"_ZN3FooC2ERKS_", "Foo::Foo(Foo const&)"},
        {"_ZN3FooD0Ev", "Foo::~Foo()"},
        {
            "_ZNSsC1EPKcRKSaIcE",
            "std::basic_string<char, std::char_traits<char>, std::allocator<char>>::basic_string(char const*, "
                    + "std::allocator<char> const&)"
        },
        {"_ZN3FoocvbEv", "Foo::operator bool()"},
        {"_ZN3FooplERKS_", "Foo::operator+(Foo const&)"},
        {"_Zli3_kmy", "operator\"\" _km(unsigned long long)"},
        {"_Z1fPFivEPA3_d", "f(int (*)(), double (*) [3])"},
        {"_Z1fM3FooKFvvE", "f(void (Foo::*)() const)"},
        {"_ZTV3Foo", "vtable for Foo"},
        {"_ZThn8_N3Foo3barEv", "non-virtual thunk to Foo::bar()"},
        {"_ZZ4mainE1x", "main::x"},
        {"_ZZN3Foo3runEvENKUlvE_clEv", "Foo::run()::'lambda'()::operator()() const"},
        {"_Z1fIJidEEvDpT_", "void f<int, double>(int, double)"},
        {"_Z1fIJEEvDpT_", "void f<>()"},
        {"_ZN12_GLOBAL__N_11fEv", "(anonymous namespace)::f()"},
        {"_Z1fv.llvm.123", "f() (.llvm.123)"},
        {"__Z3foov", "foo()"},
        {"_ZNSt8ios_base7failureB5cxx11D1Ev", "std::ios_base::failure[abi:cxx11]::~failure()"},
        {"_Z1fIiEDTcl1gfp_EET_", "decltype(g(fp)) f<int>(int)"},
        {"_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE", "core::fmt::Write::write_fmt::h0123456789abcdef"},
        {"____Z3foov_block_invoke_2", "invocation function for block in foo()"},
    };

    @Test
    void demanglesToTheNameInTheSource() {
        for (String[] name : NAMES) {
            assertEquals(name[1], Demangler.demangle(name[0]));
        }
    }

    @Test
    void returnsNullForOtherNames() {
        for (String name : new String[] {
            null, "", "_", "_Z", "main", "java.lang.Object", "_ZN", "_Z3fo", "_Z1fvX", "_ZS_", "_ZN3FooC9Ev", "_Z1fT_"
        }) {
            assertNull(Demangler.demangle(name), name);
        }
    }

    @Test
    void terminatesOnDamagedNames() {
        Random random = new Random(3);
        String letters = "_ZNSIELTXJFPRKODCUtlvibcd0123456789";
        int demangled = 0;
        for (int round = 0; round < 100_000; round++) {
            StringBuilder name = new StringBuilder(NAMES[random.nextInt(NAMES.length)][0]);
            for (int i = 1 + random.nextInt(4); i > 0; i--) {
                name.setCharAt(random.nextInt(name.length()), letters.charAt(random.nextInt(letters.length())));
            }
            demangled += Demangler.demangle(name.toString()) != null ? 1 : 0;
        }
        assertTrue(demangled > 1000, () -> "almost no name was read");
        // Each substitution doubles the name.
        StringBuilder bomb = new StringBuilder("_Z1f");
        bomb.append("1AIiiE");
        for (int i = 0; i < 60; i++) {
            bomb.append("1AIS")
                    .append(i == 0 ? "_" : Integer.toString(i - 1, 36).toUpperCase(Locale.ROOT) + "_")
                    .append("S_E");
        }
        Demangler.demangle(bomb.toString());
        assertNull(Demangler.demangle("_Z1f" + "P".repeat(100_000) + "i"));
    }

    @Test
    void anEmptyPackLeavesNoComma() {
        assertEquals("void f<int, double>(int, double)", Demangler.demangle("_Z1fIiJEdEvT_DpT0_T1_"));
        assertEquals("void f<>()", Demangler.demangle("_Z1fIJEEvDpT_"));
    }
}
