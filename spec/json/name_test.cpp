#include "spec/json/name.hpp"

#include "spec/json/name_pool.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace plumbline {
namespace {

using testing::Each;
using testing::ElementsAreArray;
using testing::IsNull;
using testing::NotNull;

constexpr std::string_view kLongName = "a name that is longer than what is kept once for all";

std::vector<Name> names_of(const std::vector<std::string>& texts) {
    std::vector<Name> names;
    for (const std::string& text : texts) names.emplace_back(text);
    return names;
}

/// Names of every length, alike at the front, at the end or in nothing, with bytes of every sign.
std::vector<std::string> telling_texts() {
    std::vector<std::string> texts = {
        std::string("a\0", 2), "\xFF", "\x01", "source_b", "source_a"};
    for (std::size_t size = 0; size < 40; ++size) {
        texts.emplace_back(size, 'a');
        texts.push_back(std::string(size, 'a') + 'b');
        texts.push_back('b' + std::string(size, 'a'));
        texts.push_back(std::string(size, 'a') + "\x80" + std::string(size / 3, 'c'));
    }
    std::sort(texts.begin(), texts.end());
    texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
    return texts;
}

TEST(JsonName, ReadsAsItsTextWhateverTheLength) {
    const auto texts = telling_texts();
    EXPECT_THAT(names_of(texts), ElementsAreArray(texts));
}

TEST(JsonName, IsNotKnownAsJsonTextHasItWhereItOwnsItsText) {
    EXPECT_TRUE(Name(kLongName).label().empty());
}

TEST(JsonName, IsEqualToWhatHasItsText) {
    EXPECT_EQ(Name("kept"), Name(std::string("kept")));
    EXPECT_EQ(Name(kLongName), Name(std::string(kLongName)));
    EXPECT_NE(Name("kept"), Name("kept2"));
    EXPECT_NE(Name(kLongName), Name(std::string(kLongName) + '2'));
    EXPECT_NE(Name(kLongName), Name("kept"));
    EXPECT_EQ(Name("kept"), std::string("kept"));
    EXPECT_EQ("kept", Name("kept"));
    EXPECT_EQ(Name(), Name(""));
}

TEST(JsonName, StandsInTheOrderOfBytes) {
    const auto texts = telling_texts();
    auto names = names_of({texts.rbegin(), texts.rend()});
    std::sort(names.begin(), names.end());
    EXPECT_THAT(names, ElementsAreArray(texts));
    EXPECT_LT(Name("a"), "b");
    EXPECT_GT("b", Name("a"));
}

TEST(JsonName, IsFoundAmongNamesByItsText) {
    const auto texts = telling_texts();
    const auto names = names_of(texts);
    const std::vector<SoughtName> sought(texts.begin(), texts.end());
    EXPECT_TRUE(std::equal(names.begin(), names.end(), sought.begin()));
    EXPECT_TRUE(std::equal(names.begin(), names.end() - 1, sought.begin() + 1, std::less<>()));
}

/// A name that is kept once, and one that owns its text.
class JsonNameOfAKind : public testing::TestWithParam<std::string_view> {};

TEST_P(JsonNameOfAKind, IsCopied) {
    Name one(GetParam());
    const Name copy = one;
    one = Name("other");
    EXPECT_EQ(copy, GetParam());
    one = copy;
    EXPECT_EQ(one, GetParam());
}

TEST_P(JsonNameOfAKind, IsCopiedOntoItself) {
    Name one(GetParam());
    const Name& same = one;
    one = same;
    EXPECT_EQ(one, GetParam());
}

TEST_P(JsonNameOfAKind, IsMovedAndLeavesOneThatCanBeUsed) {
    Name from(GetParam());
    Name to = std::move(from);
    EXPECT_EQ(to, GetParam());
    from = std::move(to);
    EXPECT_EQ(from, GetParam());
}

INSTANTIATE_TEST_SUITE_P(JsonName, JsonNameOfAKind, testing::Values("kept", kLongName));

TEST(JsonName, TakesAWord) {
    EXPECT_EQ(sizeof(Name), sizeof(void*));
}

/// Returns what a pool keeps for each text, null where it is not kept.
template <std::size_t kSlots>
std::vector<const NameText*> kept_by(NamePool<kSlots>& pool,
                                     const std::vector<std::string>& texts) {
    std::vector<const NameText*> kept;
    for (const std::string& text : texts) kept.push_back(pool.kept(text));
    return kept;
}

std::vector<std::string> numbered(const std::string& word, int count) {
    std::vector<std::string> texts;
    for (int i = 0; i < count; ++i) texts.push_back(word + std::to_string(i));
    return texts;
}

TEST(NamePool, KeepsATextOnce) {
    static NamePool<1024> pool;
    const auto texts = numbered("a_name_of_some_length_", 100);
    const auto kept = kept_by(pool, texts);
    EXPECT_EQ(kept_by(pool, texts), kept);
    EXPECT_EQ(std::set(kept.begin(), kept.end()).size(), texts.size());
    EXPECT_THAT(kept, Each(NotNull()));
}

// Of a pool of its own: other tests may have filled the one of all names.
TEST(NamePool, KnowsANameAsJsonTextHasIt) {
    static NamePool<16> pool;
    EXPECT_EQ(pool.kept("kept")->label.text(), "\"kept\":");
    const std::string longest(NameLabel::kLongestName, 'a');
    EXPECT_EQ(pool.kept(longest)->label.text(), '"' + longest + "\":");
    for (const char* text : {"a\"b", "a\\b", "a\nb", "\x7F", "\xC3\xA4"})
        EXPECT_TRUE(pool.kept(text)->label.empty()) << text;
}

TEST(NamePool, DoesNotKeepWhatIsLong) {
    static NamePool<16> pool;
    EXPECT_TRUE(pool.kept(std::string(32, 'a')));
    EXPECT_THAT(pool.kept(std::string(33, 'a')), IsNull());
}

TEST(NamePool, FillsAndAnswersAsBefore) {
    static NamePool<16> pool;
    const auto texts = numbered("one_of_many_", 200);
    const auto kept = kept_by(pool, texts);
    EXPECT_EQ(std::count(kept.begin(), kept.end(), nullptr), 200 - 16);
    EXPECT_EQ(kept_by(pool, texts), kept);
}

/// Returns what each of some threads is told that all ask a pool for the same texts.
template <std::size_t kSlots>
std::vector<std::vector<const NameText*>> told_to_threads(NamePool<kSlots>& pool,
                                                          const std::vector<std::string>& texts) {
    std::vector<std::vector<const NameText*>> told(4);
    std::vector<std::jthread> threads;
    for (auto& own : told) threads.emplace_back([&] { own = kept_by(pool, texts); });
    threads.clear();
    return told;
}

TEST(NamePool, IsOneForAllThreads) {
    static NamePool<1024> pool;
    const auto texts = numbered("met_by_all_", 400);
    const auto told = told_to_threads(pool, texts);
    EXPECT_THAT(told, Each(kept_by(pool, texts)));
}

TEST(NamePool, IsOneForAllThreadsWhenItFills) {
    static NamePool<64> pool;
    const auto texts = numbered("too_many_", 400);
    const auto told = told_to_threads(pool, texts);
    EXPECT_THAT(told, Each(kept_by(pool, texts)));
}

}  // namespace
}  // namespace plumbline
