#include "mock_server/transport/reply_writer.hpp"

#include "spec/base/text.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace plumbline::mock {
namespace {

/// The fields that frame a message: only the transport knows them.
constexpr std::array<std::string_view, 4> kFramingFields{
    "Content-Length", "Transfer-Encoding", "Connection", "Keep-Alive"};

bool is_framing_field(std::string_view name) {
    return std::any_of(kFramingFields.begin(), kFramingFields.end(), [&](std::string_view field) {
        return equals_ignoring_case(field, name);
    });
}

/// Says whether a message of that status ends with its head, whatever its fields say.
bool is_bodiless(int status) {
    return status < 200 || status == 204 || status == 304;
}

/// Writes a field, without the bytes that would end its line: a value must not forge fields.
void write_field(std::string_view name, std::string_view value, std::string& head) {
    const auto begin = static_cast<std::ptrdiff_t>(head.size());
    head += name;
    head += ": ";
    head += value;
    std::replace_if(
        head.begin() + begin,
        head.end(),
        [](char c) { return c == '\r' || c == '\n' || c == '\0'; },
        ' ');
    head += "\r\n";
}

void write_status_line(int status, std::string& head) {
    head += "HTTP/1.1 ";
    head += std::to_string(status);
    head += ' ';
    head += http::reason_phrase(status);
    head += "\r\n";
}

struct Head {
    int status;
    const http::Headers& headers;
    std::optional<std::size_t> body_size;  ///< nothing: nobody knows yet
    std::string_view default_type;         ///< "" for none
};

std::string write_head(const Head& head, const Framing& framing) {
    constexpr std::size_t kMostHeads = 256;
    std::string text;
    text.reserve(kMostHeads);
    write_status_line(head.status, text);
    for (const auto& [name, value] : head.headers.all()) {
        if (!is_framing_field(name)) write_field(name, value, text);
    }
    if (!is_bodiless(head.status)) {
        if (!head.default_type.empty() && !head.headers.has("Content-Type")) {
            write_field("Content-Type", head.default_type, text);
        }
        if (head.body_size) {
            write_field("Content-Length", std::to_string(*head.body_size), text);
        } else if (framing.minor_version > 0) {
            write_field("Transfer-Encoding", "chunked", text);
        }
    }
    if (!framing.keep_alive) {
        write_field("Connection", "close", text);
    } else if (framing.minor_version == 0) {
        write_field("Connection", "keep-alive", text);
    }
    text += "\r\n";
    return text;
}

struct Writer {
    const Framing& framing;
    Output& output;

    void operator()(const JsonReply& reply) const {
        const std::size_t size = reply.body ? reply.body->size() : 0;
        output.append(write_head({reply.status, reply.headers, size, "application/json"}, framing));
        if (!framing.is_head && !is_bodiless(reply.status)) output.append(reply.body);
    }

    void operator()(const EmptyReply& reply) const {
        output.append(write_head({reply.status, reply.headers, 0, ""}, framing));
    }

    void operator()(const StreamReply& reply) const {
        output.append(write_head({reply.status, reply.headers, std::nullopt, ""}, framing));
    }
};

}  // namespace

void write_reply(const Reply& reply, const Framing& framing, Output& output) {
    std::visit(Writer{framing, output}, reply);
}

Reply error_reply(int status, std::string_view detail) {
    Json body = Json::object();
    body["detail"] = detail;
    return JsonReply{status, {}, std::make_shared<const std::string>(to_text(body))};
}

}  // namespace plumbline::mock
