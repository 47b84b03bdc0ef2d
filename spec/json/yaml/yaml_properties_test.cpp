// Properties of all YAML texts, tested with random ones.

#include "spec/base/testing.hpp"
#include "spec/json/document.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/print.hpp"
#include "spec/json/random_json_fixture.hpp"

#include <nlohmann/json.hpp>

namespace plumbline {
namespace {

TEST(YamlProperties, ReadsJsonTextAsParseJsonDoes) {
    RandomJson random(77);
    int read = 0;
    while (read < 500) {
        const Json value = random.value();
        const std::string text = to_text(value);
        // The one character of these values that JSON allows and YAML does not.
        if (text.find('\x7F') != std::string::npos) continue;
        const auto document = parse_yaml(text, "a.yaml");
        ASSERT_THAT(document, IsOk()) << text;
        ASSERT_EQ(*document->root, value) << text;
        ++read;
    }
}

TEST(YamlProperties, AcceptsOrRefusesMutatedTexts) {
    RandomJson random(3);
    for (int i = 0; i < 2000; ++i) {
        const std::string text =
            random.mutated("a: &x " + to_pretty_text(random.value()) + "\nb: *x\n");
        const auto document = parse_yaml(text, "a.yaml");
        if (document) {
            ASSERT_THAT(parse_json(to_text(*document->root)), IsOk()) << text;
        }
    }
}

}  // namespace
}  // namespace plumbline
