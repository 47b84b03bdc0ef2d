#include "spec/contract/load/check_version.hpp"

#include "spec/json/access.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

namespace plumbline {
namespace {

/// A document of another kind, by the member that gives its version.
struct OtherDocument {
    const char* member;
    const char* name;
    const char* fix;
};
constexpr std::array kOthers = std::to_array<OtherDocument>(
    {{"swagger",
      "Swagger",
      "convert it to OpenAPI 3 (most API editors, and converters from Swagger 2.0 to OpenAPI 3, do "
      "that), check the result, and name it instead"},
     {"asyncapi", "AsyncAPI", "describe its HTTP operations in an OpenAPI document"},
     {"arazzo", "Arazzo", "write `type: arazzo` for this source description"}});

constexpr std::array<std::string_view, 3> kVersions = {"3.0", "3.1", "3.2"};

bool is_supported(std::string_view version) {
    return std::ranges::any_of(kVersions, [&](std::string_view one) {
        return version.starts_with(one) &&
               (version.size() == one.size() || version[one.size()] == '.');
    });
}

tl::unexpected<Error> refusal(const Document& document,
                              const std::string& pointer,
                              std::string message,
                              std::string fix) {
    return fail(
        ErrorCode::kUnsupported, std::move(message), document.where(pointer), {std::move(fix)});
}

}  // namespace

Result<void> check_version(const Document& document, bool ours) {
    const Json* given = member(*document.root, "openapi");
    const std::string version = given ? as_string(*given).value_or("") : "";
    if (ours) {
        if (version.starts_with("3.1.")) return {};
        return fail(ErrorCode::kInvalid,
                    "not an OpenAPI 3.1 document: it needs the member openapi: \"3.1.0\"",
                    document.where(version.empty() ? "" : "/openapi"));
    }
    if (is_supported(version)) return {};
    if (given && version.empty()) {
        return refusal(document,
                       "/openapi",
                       "openapi is " + to_short_text(*given) + ", expected a text such as 3.1.0",
                       "write e.g. openapi: '3.1.0'");
    }
    if (given) {
        return refusal(
            document,
            "/openapi",
            "OpenAPI " + version + " is not supported; OpenAPI 3.0, 3.1 or 3.2 is needed",
            "convert the document to one of these versions");
    }
    for (const OtherDocument& other : kOthers) {
        const Json* found = member(*document.root, other.member);
        if (!found) continue;
        const std::string number = as_string(*found).value_or(to_short_text(*found));
        return refusal(document,
                       std::string("/") + other.member,
                       std::string("this is a document of ") + other.name + ' ' + number +
                           "; OpenAPI 3.0, 3.1 or 3.2 is needed",
                       other.fix);
    }
    return fail(ErrorCode::kInvalid,
                "not an OpenAPI document: it has no member openapi, e.g. openapi: '3.1.0'",
                document.where(""));
}

}  // namespace plumbline
