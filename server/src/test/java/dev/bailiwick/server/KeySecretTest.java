package dev.bailiwick.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.HashSet;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class KeySecretTest {

    @Test
    void aSecretIsReadBackWithItsId() {
        var secret = KeySecret.generate(new SecureRandom());

        assertThat(KeySecret.parse(secret.text())).contains(secret);
        assertThat(secret.text()).matches("bwk_[0-9A-Za-z]{10}_[0-9A-Za-z]{49}").startsWith("bwk_" + secret.keyId());
    }

    @Test
    void aKnownSecretStaysTheSame() {
        var secret = KeySecret.generate(new Random(1));

        assertThat(secret.text()).isEqualTo("bwk_2PKEWcvuum_QKnGNkPTgpdhgaAXcgQdHgl2y1Tj4B40kSpoN471JmX2RlV8I");
        assertThat(secret.sha256()).hasSize(32);
    }

    @Test
    void eachSecretIsAnother() {
        var random = new SecureRandom();
        var seen = new HashSet<String>();
        for (int i = 0; i < 1_000; i++) {
            seen.add(KeySecret.generate(random).text());
        }

        assertThat(seen).hasSize(1_000);
    }

    @Test
    void everyChangedCharacterIsNoticed() {
        var text = KeySecret.generate(new Random(2)).text();
        for (int i = 0; i < text.length(); i++) {
            char other = text.charAt(i) == 'x' ? 'y' : 'x';

            assertThat(KeySecret.parse(text.substring(0, i) + other + text.substring(i + 1))).isEmpty();
        }
        assertThat(KeySecret.parse(text + "0")).isEmpty();
        assertThat(KeySecret.parse(text.substring(1))).isEmpty();
    }

    @Property(tries = 200)
    void noTextIsTooStrangeToBeRefused(@ForAll String text) {
        assertThat(KeySecret.parse(text)).isEmpty();
        assertThat(KeySecret.parse("bwk_" + text)).isEmpty();
    }

    @Test
    void itsTextForTheLogHidesTheSecret() {
        var secret = KeySecret.generate(new Random(3));

        assertThat(secret.toString()).isEqualTo("bwk_" + secret.keyId() + "_***");
    }
}
