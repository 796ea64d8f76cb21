package traceglass.sql.demangle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class RustDemanglerTest {

    private static final String[][] NAMES = {
        {"_RNvNtCs1234_7mycrate3foo3bar", "mycrate::foo::bar"},
        {
            "_RINvCsgS0eDBJFJRB_3lib3genFG0_RL1_eRL0_RL1_hERL1_eEB2_",
            "lib::gen::<for<'a, 'b> fn(&'a str, &'b &'a u8) -> &'a str>"
        },
        {"_RINvCsgS0eDBJFJRB_3lib3genFG_UQL0_ShEuEB2_", "lib::gen::<for<'a> unsafe fn(&'a mut [u8])>"},
        {"_RINvCsgS0eDBJFJRB_3lib3genFKCPhOlEuEB2_", "lib::gen::<extern \"C\" fn(*const u8, *mut i32)>"},
        {"_RINvCsgS0eDBJFJRB_3lib3genFhEzEB2_", "lib::gen::<fn(u8) -> !>"},
        {
            "_RINvCsgS0eDBJFJRB_3lib3genINtNtCsgEmfK2I1SDS_4core6option6OptionINtNtCslNYArtu3iFV_5alloc5boxed3BoxDG_INtNtNtBt_3ops8function2FnTRL0_e"
                    + "EEp6OutputRL0_eEL_EEEB2_",
            "lib::gen::<core::option::Option<alloc::boxed::Box<dyn for<'a> core::ops::function::Fn<(&'a str,), Output"
                    + " = &'a str>>>>"
        },
        {"_RINvCsgS0eDBJFJRB_3lib3genNvNtB2_u9gre_6ka8lu7_1lqs71dEB2_", "lib::gen::<lib::grüße::東京>"},
        {"_RINvCsgS0eDBJFJRB_3lib3genThEEB2_", "lib::gen::<(u8,)>"},
        {
            "_RNvMs0_CsgS0eDBJFJRB_3libINtB5_1CKb0_Kce9_Ka7f_Koffffffffffffffffffffffffffffffff_E2goB5_",
            "<lib::C<false, '\\u{e9}', 127, 0xffffffffffffffffffffffffffffffff>>::go"
        },
        {"_RNvMs0_CsgS0eDBJFJRB_3libINtB5_1CKb1_Kc27_Kan80_Ko0_E2goB5_", "<lib::C<true, '\\'', -128, 0>>::go"},
        {
            "_RINvMNtCslNYArtu3iFV_5alloc5sliceSl7sort_byNCNCNvCsgS0eDBJFJRB_3lib4main00EBL_",
            "<[i32]>::sort_by::<lib::main::{closure#0}::{closure#0}>"
        },
        {
            "_RNvXNvCsgS0eDBJFJRB_3lib3allNtB2_3LocNtNtNtCsgEmfK2I1SDS_4core3ops4drop4Drop4drop",
            "<lib::all::Loc as core::ops::drop::Drop>::drop"
        },
        {"__RNvC1a4main.llvm.7", "a::main (.llvm.7)"},
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
            "_R",
            "_RNvC1a",
            "_R1NvC1a1b",
            "_RNvC1a9b",
            "_RNvC1a1bX",
            "_RNvB_1b",
            "_RNvC1a1b-",
            "_RINvC1a1bLb_E",
            "_RINvC1a1bKb2_E",
            "_RINvC1a1bKcd800_E",
            "_RNvCsZZZZZZZZZZZZ_1a1b",
            "_RNvC1au1_1b"
        }) {
            assertNull(Demangler.demangle(name), name);
        }
    }

    @Test
    void terminatesOnDamagedNames() {
        Random random = new Random(4);
        String letters = "_BCDEFGIKLMNOPQRSTUXYabcehjlpsu0123456789";
        int read = 0;
        for (int round = 0; round < 50_000; round++) {
            StringBuilder name = new StringBuilder(NAMES[random.nextInt(NAMES.length)][0]);
            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                name.setCharAt(random.nextInt(name.length()), letters.charAt(random.nextInt(letters.length())));
            }
            read += Demangler.demangle(name.toString()) != null ? 1 : 0;
        }
        assertTrue(read > 1000, () -> "almost no name was read");
        assertNull(Demangler.demangle("_RINvC1a1b" + "R".repeat(100_000) + "hE"));
        // Each tuple contains the previous one twice.
        StringBuilder bomb = new StringBuilder("_RINvC1a1bTuuE");
        int before = "INvC1a1b".length();
        for (int i = 0; i < 60; i++) {
            int position = bomb.length() - 2;
            String back = "B" + base62(before);
            bomb.append('T').append(back).append(back).append('E');
            before = position;
        }
        assertNull(Demangler.demangle(bomb.append('E').toString()));
    }

    private static String base62(int value) {
        String digits = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
        StringBuilder out = new StringBuilder();
        for (int rest = value - 1; rest > 0 || out.isEmpty(); rest /= 62) {
            out.insert(0, digits.charAt(rest % 62));
        }
        return out.append('_').toString();
    }
}
