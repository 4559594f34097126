package dev.bailiwick.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bailiwick.placement.ShardIdentifier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShardingConfigTest {
    private static final String TWO_GROUPS = """
            sharding:
              default-shard:
                group: 0
                member: 0
              groups:
                - group: 0
                  name: global
                  members:
                    - member: 0
                      name: eu-1
                      configs:
                        primary-config:
                          jdbc-url: jdbc:postgresql://eu-1-rw/money
                          username: money
                          password: ${EU_PASSWORD}
                          maximum-pool-size: 20
                          leak-detection-threshold: 30000
                        secondaryConfig:
                          jdbcUrl: jdbc:postgresql://eu-1-ro/money
                          username: money_ro
                          password: "a$${b"
                        lock-config:
                          jdbc-url: jdbc:postgresql://eu-1-rw/money
                          maximumPoolSize: 50
                - group: 1
                  name: mexico
                  members:
                    - member: 3
                      configs: {primaryConfig: {jdbc-url: 'jdbc:mariadb://mx/money?user=x&password=hidden'}}
            """;
    private static final Map<String, String> ENVIRONMENT = Map.of("EU_PASSWORD", "se${EU_PASSWORD}cret\\$1");

    private static List<String> problems(String yaml) {
        try {
            ShardingConfig.parse(yaml, ENVIRONMENT);
        } catch (InvalidShardingConfigException e) {
            return e.problems();
        }
        return List.of();
    }

    private static String changed(String from, String to) {
        assertThat(TWO_GROUPS).contains(from);
        return TWO_GROUPS.replace(from, to);
    }

    @Test
    void bothWaysToWriteNamesAreUnderstoodAndMayBeMixed() {
        var config = ShardingConfig.parse(TWO_GROUPS, ENVIRONMENT);

        assertThat(config.defaultShard()).isEqualTo(ShardIdentifier.DEFAULT);
        assertThat(config.strict()).isFalse();
        assertThat(config.shards()).containsOnlyKeys(ShardIdentifier.of(0, 0), ShardIdentifier.of(1, 3));
        var member = config.groups().getFirst().members().getFirst();
        assertThat(member.primaryConfig().maximumPoolSize()).isEqualTo(20);
        assertThat(member.primaryConfig().leakDetectionThresholdMs()).isEqualTo(30_000);
        assertThat(member.secondaryConfig().orElseThrow().jdbcUrl()).isEqualTo("jdbc:postgresql://eu-1-ro/money");
        assertThat(member.configFor("lockConfig").orElseThrow().maximumPoolSize()).isEqualTo(50);
        assertThat(member.configFor("jobsConfig")).isEmpty();
        assertThat(config.groups().get(1).members().getFirst().secondaryConfig()).isEmpty();
    }

    @Test
    void placeholdersAreReplacedOnceAndLiterally() {
        var member = ShardingConfig.parse(TWO_GROUPS, ENVIRONMENT).groups().getFirst().members().getFirst();

        assertThat(member.primaryConfig().password()).isEqualTo("se${EU_PASSWORD}cret\\$1");
        assertThat(member.secondaryConfig().orElseThrow().password()).isEqualTo("a${b");
        assertThat(problems(changed("username: money_ro", "username: ${NOBODY:guest}"))).isEmpty();
        assertThat(problems(changed("username: money_ro", "username: ${NOBODY}"))).containsExactly(
                "the configuration line 20: sharding.groups[0].members[0].configs.secondary-config.username names the"
                        + " variable NOBODY, which is not set");
    }

    @Test
    void aNameInKebabCaseInsideTheProgramIsToldTheRightOne() {
        var member = ShardingConfig.parse(TWO_GROUPS, ENVIRONMENT).groups().getFirst().members().getFirst();

        assertThatIllegalArgumentException().isThrownBy(() -> member.configFor("lock-config"))
                .withMessage("inside the program the name of a config is in camelCase: write \"lockConfig\", not"
                        + " \"lock-config\"");
    }

    @Test
    void passwordsAreNeverShown() {
        var config = ShardingConfig.parse(TWO_GROUPS, ENVIRONMENT);

        assertThat(config.toString()).doesNotContain("cret").doesNotContain("hidden").contains("password=***")
                .contains("jdbc:postgresql://eu-1-rw/money");
        var wrong = changed("maximum-pool-size: 20", "maximum-pool-size: ${EU_PASSWORD}");
        assertThat(problems(wrong)).hasSize(1).allMatch(problem -> !problem.contains("cret"));
        assertThat(DataSourceConfig.of("jdbc:postgresql://me:pw@host/x?sslpassword=zz&a=b").shownUrl())
                .isEqualTo("jdbc:postgresql://***@host/x?sslpassword=***&a=b");
    }

    @Test
    void everyMistakeIsToldWithItsPlaceAndAllAtOnce() {
        var yaml = """
                sharding:
                  default-shard: {group: 7, member: 0}
                  strickt: true
                  groups:
                    - group: 256
                      members:
                        - member: 0
                          configs:
                            primary-config: {jdbc-url: 'jdbc:oracle:thin:@x', maximum-pool-size: 0}
                    - group: 1
                      members:
                        - member: 0
                          configs:
                            secondary-config: {jdbc-url: 'jdbc:h2:mem:a'}
                """;

        assertThat(problems(yaml)).containsExactly(
                "the configuration line 3: sharding.strickt is not known; known here are default-shard, strict, groups",
                "the configuration line 5: sharding.groups[0].group is 0 to 255, not 256",
                "the configuration line 9: sharding.groups[0].members[0].configs.primary-config.maximum-pool-size is 1 to"
                        + " 10000, not 0",
                "the configuration line 9: sharding.groups[0].members[0].configs.primary-config jdbc-url begins with"
                        + " jdbc:postgresql:, jdbc:mariadb: or jdbc:h2:, not 'jdbc:oracle:thin:@x'",
                "the configuration line 14: sharding.groups[1].members[0].configs has no primary-config");
    }

    @Test
    void aShardThatIsThereTwiceIsToldWithBothPlaces() {
        assertThat(problems(changed("group: 1\n", "group: 0\n").replace("member: 3", "member: 0"))).containsExactly(
                "the configuration line 28: sharding.groups[1].members[0].member makes shard 0/0 a second time; the first is"
                        + " at line 9");
    }

    @Test
    void twoShardsInOneDatabaseAreRefused() {
        assertThat(problems(changed("'jdbc:mariadb://mx/money?user=x&password=hidden'",
                "'jdbc:postgresql://eu-1-rw/money'"))).containsExactly(
                        "the configuration line 29: sharding.groups[1].members[0].configs.primary-config has the same"
                                + " jdbc-url as line 13");
    }

    @Test
    void aDefaultThatIsNotRegisteredIsRefused() {
        assertThat(problems(changed("member: 0\n  groups", "member: 5\n  groups"))).containsExactly(
                "the configuration line 3: sharding.default-shard is 0/5, which is not among the registered [0/0, 1/3]");
    }

    @Test
    void aNameThatIsSetTwiceIsRefused() {
        assertThat(problems(changed("username: money\n", "username: money\n              userName: x\n")))
                .singleElement().asString().contains("user-name is not known");
        assertThat(
                problems(changed("maximum-pool-size: 20", "maximum-pool-size: 20\n              maximumPoolSize: 21")))
                .singleElement().asString().contains("maximum-pool-size is set twice");
    }

    @Test
    void whatIsNoYamlIsRefused() {
        assertThat(problems("")).containsExactly("the configuration has no table of names and values");
        assertThat(problems("a: [")).singleElement().asString().startsWith("the configuration is not YAML: ");
        assertThat(problems("database: {}\nsharding: {}")).containsExactly(
                "the configuration line 1: database stands beside sharding: say one of them");
    }

    @Test
    void oneDatabaseNeedsNoGroupAndNoMember() {
        var config = ShardingConfig.parse("database:\n  primary-config:\n    jdbc-url: jdbc:h2:mem:one\n", Map.of());

        assertThat(config.shards()).containsOnlyKeys(ShardIdentifier.DEFAULT);
        assertThat(config).isEqualTo(ShardingConfig.single(DataSourceConfig.of("jdbc:h2:mem:one")));
    }

    @Test
    void aFileIsReadAndAMissingOneIsNamed(@TempDir Path directory) throws IOException {
        var file = Files.writeString(directory.resolve("shards.yaml"), TWO_GROUPS);

        assertThat(ShardingConfig.load(file, ENVIRONMENT).shards()).hasSize(2);
        assertThatExceptionOfType(InvalidShardingConfigException.class)
                .isThrownBy(() -> ShardingConfig.load(directory.resolve("none.yaml"), ENVIRONMENT))
                .withMessageContaining("none.yaml cannot be read: NoSuchFileException");
    }

    @Test
    void theDefaultsOfADatabase() {
        var config = DataSourceConfig.of("jdbc:h2:mem:x");

        assertThat(config.maximumPoolSize()).isEqualTo(10);
        assertThat(config.minimumIdle()).isZero();
        assertThat(config.connectionTimeoutMs()).isEqualTo(10_000);
        assertThat(config.maxLifetimeMs()).isEqualTo(1_800_000);
        assertThat(config.leakDetectionThresholdMs()).isZero();
        assertThat(config.username()).isEmpty();
        assertThat(config.password()).isEmpty();
    }

    @Test
    void aConfigurationInCodeIsCheckedToo() {
        var one = ShardMemberConfig.of(0, "a", DataSourceConfig.of("jdbc:h2:mem:a"));
        var other = ShardMemberConfig.of(0, "b", DataSourceConfig.of("jdbc:h2:mem:a"));

        assertThatExceptionOfType(InvalidShardingConfigException.class)
                .isThrownBy(() -> ShardingConfig.of(ShardGroupConfig.of(1, "g", one, other),
                        ShardGroupConfig.of(2, "h", other)))
                .satisfies(refused -> assertThat(refused.problems()).containsExactly(
                        "shard 1/0 is there twice, as 'a' and as 'b'",
                        "shards 1/0 and 2/0 have the same database, jdbc:h2:mem:a",
                        "the default shard 0/0 is not among the registered [1/0, 2/0]"));
        assertThatIllegalArgumentException().isThrownBy(() -> new ShardMemberConfig(0, "c", Map.of()))
                .withMessage("the member 'c' has no primary-config");
    }
}
