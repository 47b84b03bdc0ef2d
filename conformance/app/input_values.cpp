#include "conformance/app/input_values.hpp"

#include "conformance/host/host.hpp"
#include "spec/base/file.hpp"
#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>

namespace plumbline::app {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Returns the value of a text from outside. `source` names it in errors.
Result<Json> value_of(std::string text, const std::string& source) {
    if (!is_utf8(text)) {
        return fail(ErrorCode::kInvalid,
                    source + " is not UTF-8 text, found the byte " +
                        std::to_string(utf8_prefix(text).size() + 1) + " that is not",
                    {},
                    {"encode it as text, for example in Base64"});
    }
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const bool may_be_structure =
        first != std::string::npos && (text[first] == '{' || text[first] == '[');
    if (may_be_structure) {
        if (auto json = parse_json(text)) return std::move(*json);
    }
    return Json(std::move(text));
}

void remove_line_end(std::string& text) {
    if (text.ends_with('\n')) text.pop_back();
    if (text.ends_with('\r')) text.pop_back();
}

/// Returns the text of the only member `name` of an object, nothing for any other value.
std::optional<std::string> only_text_member(const Json& value, const char* name) {
    const Json* text = value.is_object() && value.size() == 1 ? member(value, name) : nullptr;
    if (!text || !text->is_string()) return std::nullopt;
    return text->get<std::string>();
}

tl::unexpected<Error> at(const Document& document, const std::string& pointer, Error error) {
    if (error.where.file.empty()) error.where = document.where(pointer);
    return fail(std::move(error));
}

}  // namespace

Result<Json> input_from_file(const std::string& path) {
    auto text = read_file(path, kMaxInputFile);
    if (!text) return fail(text.error());
    if (text->starts_with(kByteOrderMark)) {
        return fail(ErrorCode::kInvalid,
                    path + " begins with a byte order mark",
                    {},
                    {"save it as UTF-8 without one"});
    }
    remove_line_end(*text);
    if (text->empty())
        return fail(ErrorCode::kUsage, path + " is empty, expected the value of the input");
    return value_of(std::move(*text), path);
}

Result<Json> input_from_variable(const std::string& variable) {
    const auto secret = host::read_secret(variable);
    if (!secret) return fail(secret.error());
    if (secret->reveal().size() > kMaxInputFile) {
        return fail(ErrorCode::kLimit,
                    "the environment variable " + variable + " is larger than " +
                        std::to_string(kMaxInputFile) + " bytes");
    }
    return value_of(secret->reveal(), "the environment variable " + variable);
}

Result<runner::GivenInputs> read_given_inputs(const Document& document,
                                              const std::string& pointer) {
    const Json* inputs = find(*document.root, std::string_view(pointer));
    if (!inputs || !inputs->is_object()) {
        return fail(ErrorCode::kInvalid,
                    "found " + (inputs ? type_name(*inputs) : "nothing") +
                        ", expected an object: the inputs by name",
                    document.where(pointer));
    }
    Json values = Json::object();
    runner::GivenInputs given;
    const std::filesystem::path folder = std::filesystem::path(document.file).parent_path();
    for (const auto& [name, value] : inputs->items()) {
        const auto variable = only_text_member(value, "env");
        const auto path = only_text_member(value, "file");
        if (!variable && !path) {
            values[name] = value;
            continue;
        }
        auto read =
            variable ? input_from_variable(*variable) : input_from_file((folder / *path).string());
        if (!read) return at(document, pointer + '/' + escape_pointer_token(name), read.error());
        values[name] = std::move(*read);
        given.secret_names.insert(name);
        if (variable) given.variables[name] = *variable;
    }
    given.values = std::make_shared<const Json>(std::move(values));
    return given;
}

}  // namespace plumbline::app
